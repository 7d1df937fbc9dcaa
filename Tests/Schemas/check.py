#!/usr/bin/env python3
"""Hold the JSON Schemas against the sample traces, against documents that the program wrote, and against wrong ones.

usage: check.py [FOLDER…]

In each FOLDER every event*, finding*, check*, follow*, report*, compare* and show* file (.json, .jsonl,
.ndjson) must be valid; so must every sample trace but for the lines that are known to be rejected; and each document of
wrong.json must be refused.
Needs the package jsonschema (pip install jsonschema).
"""
import json
import pathlib
import sys

from jsonschema import Draft202012Validator
from referencing import Registry, Resource

HERE = pathlib.Path(__file__).resolve().parent
SCHEMAS = HERE.parent.parent / "Schemas"
SAMPLES = HERE.parent / "Samples"
NAMES = ["event", "finding", "check", "follow", "report", "compare", "show", "config"]
# What a schema must refuse of the rejects; the other reasons are not about one line's JSON.
REFUSED = {"not an object", "no event name", "no usable time"}

faults = []
counts = {"schemas": 0, "properties": 0, "sample lines": 0, "rejected lines": 0, "documents": 0, "wrong documents": 0}


def fault(where, what):
    faults.append(f"{where}: {what}")


def load():
    schemas = {name: json.loads((SCHEMAS / f"{name}.schema.json").read_text("utf-8")) for name in NAMES}
    registry = Registry().with_resources(
        (schema["$id"], Resource.from_contents(schema)) for schema in schemas.values())
    for name, schema in schemas.items():
        Draft202012Validator.check_schema(schema)
        counts["schemas"] += 1
        if schema["$id"] != f"tracetool.{name}/1":
            fault(name, f"its $id is '{schema['$id']}'")
    return schemas, {name: Draft202012Validator(schema, registry=registry) for name, schema in schemas.items()}


def first_error(validator, document):
    """The error that says most, or nothing."""
    errors = list(validator.iter_errors(document))
    if not errors:
        return None
    error = errors[0]
    # Of a oneOf the branch that got furthest is the one that was meant.
    while error.context:
        error = max(error.context, key=lambda e: (len(e.absolute_path), e.validator != "const"))
    return f"/{'/'.join(map(str, error.absolute_path))}: {error.message[:300]}"


def told(validator, schema, where):
    """Each property has a description and examples, and the examples are valid; each object of ours is closed."""
    if not isinstance(schema, dict):
        return
    if where.count("/") and schema.get("properties") and "additionalProperties" not in schema and "anyOf" not in where:
        fault(where, "does not say whether it takes other properties")
    for name, part in schema.get("properties", {}).items():
        place = f"{where}/{name}"
        if "anyOf" not in where:
            counts["properties"] += 1
            named = "$ref" in part and part["$ref"].startswith("#/$defs/")
            if not part.get("description") and not named:
                fault(place, "has no description")
            if not part.get("examples") and not named and part.get("type") != "array":
                fault(place, "has no examples")
            for example in part.get("examples", []):
                error = first_error(validator.evolve(schema=part), example)
                if error:
                    fault(place, f"its example is not valid: {error}")
        told(validator, part, place)
    for key in ("items", "additionalProperties"):
        told(validator, schema.get(key), f"{where}/{key}")
    for key in ("anyOf", "oneOf", "allOf"):
        for number, part in enumerate(schema.get(key, [])):
            told(validator, part, f"{where}/{key}{number}")
    for name, part in schema.get("$defs", {}).items():
        told(validator, part, f"{where}/$defs/{name}")


def samples(validator):
    for path in sorted(SAMPLES.glob("*.jsonl")):
        if path.name.endswith(".faults.jsonl") or path.name == "house-log.jsonl":
            continue
        beside = path.with_name(path.stem + ".expected.json")
        expected = json.loads(beside.read_text("utf-8")) if beside.exists() else {}
        rejected = expected.get("rejected", {})
        passed = {*expected.get("blank", []), *expected.get("unfinished", [])}
        for number, line in enumerate(path.read_bytes().removeprefix(b"\xef\xbb\xbf").splitlines(), 1):
            where, reason = f"{path.name}:{number}", rejected.get(str(number))
            if number in passed or reason not in {None, *REFUSED, "duplicate with other fields", "another event has its seq"}:
                continue
            error = first_error(validator, json.loads(line))
            if reason in REFUSED:
                counts["rejected lines"] += 1
                if not error:
                    fault(where, f"is valid, though it is rejected: {reason}")
            else:
                counts["sample lines"] += 1
                if error:
                    fault(where, error)


def documents(validators, folder):
    found = 0
    for path in sorted(folder.rglob("*")):
        if path.suffix not in {".json", ".jsonl", ".ndjson"} or not path.is_file():
            continue
        text = path.read_text("utf-8")
        texts = [text] if path.suffix == ".json" else text.splitlines()
        for number, part in enumerate(texts, 1):
            document = json.loads(part)
            named = document.get("schema", "") if isinstance(document, dict) else ""
            kind = next((n for n in NAMES if named.startswith(f"tracetool.{n}/")), None)
            kind = kind or next((n for n in NAMES if path.name.startswith(n)), None)
            if kind is None:
                continue
            found += 1
            error = first_error(validators[kind], document)
            if error:
                fault(f"{path}:{number}", error)
    counts["documents"] += found
    if not found:
        fault(folder, "holds no document to check")


def wrong(validators):
    for number, case in enumerate(json.loads((HERE / "wrong.json").read_text("utf-8"))):
        counts["wrong documents"] += 1
        if first_error(validators[case["schema"]], case["document"]) is None:
            fault(f"wrong.json, case {number}", f"{case['schema']} takes it: {case['why']}")


def main():
    schemas, validators = load()
    for name, schema in schemas.items():
        told(validators[name], schema, name)
        for example in schema.get("examples", []):
            error = first_error(validators[name], example)
            if error:
                fault(name, f"its example is not valid: {error}")
    samples(validators["event"])
    wrong(validators)
    for folder in sys.argv[1:]:
        documents(validators, pathlib.Path(folder))
    for line in faults:
        print(line, file=sys.stderr)
    print(f"schemas: {'FAILED, ' + str(len(faults)) + ' faults' if faults else 'ok'}: "
          + ", ".join(f"{count} {what}" for what, count in counts.items()))
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
