#!/usr/bin/env python3
"""Write a large trace for measuring: made launches of one app on a thousand devices, which are the same for any seed;
the same bytes for the same arguments.

usage: generate.py EVENTS [--seed N] [--faults PERCENT] [--turns N | --short] [--order ORDER] [--dress DRESS]
                   [--leave-out N] > trace.jsonl

Each line repeats what is known of device and app, as exported logs do (some 300 bytes a line). --turns says how often
each launch goes to the background and comes back, seven events each time (else 1 to 12 times). With --short a launch has
three events and ends with its first frame. --order says which lines follow each other:

  launches     launch after launch
  interleaved  64 devices write at once, and their lines come mixed, as a collector stores them
  sorted       the lines of `launches`, sorted by time: thousands of launches are open at once, several on a device
  one-process  the same launches, each begun after the last one of its device has ended, and all lines sorted by time, as
               a server's export has them

--dress tells the same in another way:

  plain      keys in one order, names of the vocabulary, times in nanoseconds
  foreign    keys in any order with unknown ones between them, escapes, selectors as names, RFC 3339 times
  no-seq     without numbers
  no-launch  without launch ids: device, app, boot and process id name the launch

--leave-out 10 leaves every tenth of the lines out, so that each launch lacks some: an export made before they came.
"""
import argparse
import datetime
import functools
import itertools
import json
import random
import sys

MILLISECOND = 1_000_000
SECOND = 1_000 * MILLISECOND
FIRST = 1_760_000_000_000_000_000
MODELS = ["iPhone14,5", "iPhone15,2", "iPhone16,1", "iPhone17,3", "iPad13,4"]
SYSTEMS = ["iOS 17.4.1", "iOS 17.7", "iOS 18.0", "iOS 18.2.1", "iOS 26.0"]
VERSIONS = ["4.8.0", "4.9.0", "4.9.1", "5.0.0"]
TASKS = ["flush-analytics", "save-cart", "sync-orders"]
SELECTORS = {
    "app.willFinishLaunching": "application(_:willFinishLaunchingWithOptions:)",
    "app.didFinishLaunching": "application(_:didFinishLaunchingWithOptions:)",
    "scene.willConnect": "scene(_:willConnectTo:options:)",
    "scene.willEnterForeground": "sceneWillEnterForeground(_:)", "scene.didActivate": "sceneDidBecomeActive(_:)",
    "scene.willDeactivate": "sceneWillResignActive(_:)", "scene.didEnterBackground": "sceneDidEnterBackground(_:)",
    "view.didAppear": "viewDidAppear(_:)",
}


def uuid(rng):
    digits = f"{rng.getrandbits(128):032x}"
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


def plain(record):
    return json.dumps(record, separators=(",", ":"))


def without(key):
    return lambda record: plain({name: value for name, value in record.items() if name != key})


@functools.lru_cache(maxsize=64)
def second(number):
    return datetime.datetime.fromtimestamp(number, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%S")


class Foreign:
    """A log with habits of its own, which no line has in the same order as the line before it."""

    def __init__(self, seed):
        self.rng = random.Random(seed)

    def __call__(self, record):
        time = record["time"]
        members = {key: value for key, value in record.items() if key != "time"}
        members["event"] = SELECTORS.get(record["event"], record["event"])
        members["timestamp"] = f"{second(time // 10**9)}.{time % 10**9:09}Z"
        members["level"], members["host"] = "info", {"shard": record["seq"] % 7, "tags": ["a", "b"]}
        names = list(members)
        self.rng.shuffle(names)
        line = json.dumps({name: members[name] for name in names})
        return line.replace("com.example.shop", "com\\u002eexample.shop").replace('"appVersion"', '"appVer\\u0073ion"')


class Launch:
    """The lines of one launch, told one after the other, each with its time."""

    def __init__(self, rng, device, start, dress):
        self.rng, self.now, self.dress, self.told = rng, start, dress, 0
        identity, model, system = device
        self.context = dict(
            launch=uuid(rng), device=identity, deviceModel=model, osVersion=system, app="com.example.shop",
            appVersion=rng.choice(VERSIONS), boot=identity[:8], pid=rng.randrange(100, 1 << 24), thread="main")
        self.scene = uuid(rng)

    def tell(self, event, low, high, **more):
        """The event, `low` to `high` ms after the last."""
        self.now += self.rng.randint(low * MILLISECOND, high * MILLISECOND)
        record = {"event": event, "time": self.now, "seq": self.told, **self.context, **more}
        self.told += 1
        return self.now, self.dress(record) + "\n"

    def tell_short(self):
        yield self.tell("process.start", 0, 0, reason="user")
        yield self.tell("process.main", 40, 400)
        yield self.tell("launch.firstFrame", 10, 600)

    def tell_all(self, faulty, turns):
        tell, scene = self.tell, {"scene": self.scene}
        yield tell("process.start", 0, 0, reason="user")
        yield tell("process.main", 40, 400)
        yield tell("app.willFinishLaunching", 5, 60)
        yield tell("app.didFinishLaunching", 1, 5, phase="begin")
        yield tell("app.didFinishLaunching", 5, 400, phase="end")
        yield tell("scene.willConnect", 1, 30, **scene)
        yield tell("scene.willEnterForeground", 1, 30, **scene)
        yield tell("view.didAppear", 1, 80, **scene, view="HomeViewController")
        yield tell("scene.didActivate", 1, 30, **scene)
        yield tell("launch.firstFrame", 1, 30, **scene)
        for task in range(1, (turns or self.rng.randint(1, 12)) + 1):
            yield from self.visit_background(task, faulty)
        yield tell("scene.willDeactivate", 1000, 90_000, **scene)
        yield tell("scene.didEnterBackground", 1, 20, **scene)

    def visit_background(self, task, faulty):
        """Away and back, with a task of its own; ids begin at 1, for 0 is no task."""
        tell, scene = self.tell, {"scene": self.scene}
        if not faulty():
            yield tell("scene.willDeactivate", 1000, 90_000, **scene)
        yield tell("scene.didEnterBackground", 1, 20, **scene)
        yield tell("task.begin", 1, 5, task=task, name=self.rng.choice(TASKS))
        if faulty():
            yield tell("task.expire", 26_000, 29_000, task=task)
        else:
            yield tell("task.end", 50, 31_500 if faulty() else 20_000, task=task)
        yield tell("scene.willEnterForeground", 31_000, 900_000, **scene)
        yield tell("scene.didActivate", 1, 200, **scene)


def launches(seed, options):
    """The lines of launch after launch, without end. Those of one must all be taken before the next is asked for."""
    rng, factory = random.Random(seed), random.Random(997)
    devices = [(uuid(factory), factory.choice(MODELS), factory.choice(SYSTEMS)) for _ in range(997)]
    dress = {"plain": plain, "foreign": Foreign(seed), "no-seq": without("seq"), "no-launch": without("launch")}
    # Draws of their own: the launches stay those of the other orders.
    pauses, ends = random.Random(seed), {}
    start = FIRST

    def faulty():
        return rng.random() * 100 < options.faults

    while True:
        start += rng.randint(1, 1000) * MILLISECOND
        device = rng.choice(devices)
        begin = start
        if options.order == "one-process" and device in ends:
            begin = max(start, ends[device] + pauses.randint(10, 3600) * SECOND)
        launch = Launch(rng, device, begin, dress[options.dress])
        yield launch.tell_short() if options.short else launch.tell_all(faulty, options.turns)
        ends[device] = launch.now


def mixed(options):
    """Lines of 64 lanes, each of which tells launch after launch."""
    rng = random.Random(options.seed)
    sources = [launches(options.seed * 64 + lane, options) for lane in range(64)]
    lanes = [iter(()) for _ in sources]
    while True:
        lane = rng.randrange(64)
        line = next(lanes[lane], None)
        if line is None:
            lanes[lane] = iter(next(sources[lane]))
        else:
            yield line


def ordered(options):
    """As many lines as are asked for, in that order, each with its time."""
    endless = mixed(options) if options.order == "interleaved" else itertools.chain.from_iterable(
        launches(options.seed, options))
    lines = itertools.islice(endless, options.events)
    return sorted(lines, key=lambda line: line[0]) if options.order in ("sorted", "one-process") else lines


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("events", type=int)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--faults", type=float, default=0.5, help="chance of a fault at each place for one, in percent")
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--turns", type=int)
    length.add_argument("--short", action="store_true")
    parser.add_argument("--order", choices=["launches", "interleaved", "sorted", "one-process"], default="launches")
    parser.add_argument("--dress", choices=["plain", "foreign", "no-seq", "no-launch"], default="plain")
    parser.add_argument("--leave-out", type=int, metavar="N")
    options = parser.parse_args()
    left_out = options.leave_out
    numbered = enumerate(ordered(options), 1)
    try:
        sys.stdout.writelines(line for number, (_, line) in numbered if not left_out or number % left_out)
    except BrokenPipeError:
        sys.exit(141)


if __name__ == "__main__":
    main()
