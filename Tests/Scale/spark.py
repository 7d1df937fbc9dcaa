#!/usr/bin/env python3
"""Ingests logs on a Spark cluster: each task takes whole files into a store of its own.

  spark.py [--master URL] [--parts N] [--tracetool PROGRAM] LOGS OUT
  tracetool report --launch-times OUT/part-*.db    answers as one process over all logs does, and so does check

LOGS is a folder, or a pattern of files, that each machine sees under the same path. OUT is a folder that is made, on a
disk that all machines share. A task ingests on its machine's own disk, and then copies the closed store to OUT and
renames it: so a file part-N.db is whole. A task that fails is tried again.
"""
import argparse
import glob
import os
import shutil
import subprocess
import tempfile

from pyspark.sql import SparkSession


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--master", default="local-cluster[2,1,1024]", help="as spark-submit takes it")
    parser.add_argument("--parts", type=int, default=8, help="how many parts; twice as many as there are cores, or more")
    parser.add_argument("--tracetool", default="tracetool", help="the program, at the same path on each machine")
    parser.add_argument("logs")
    parser.add_argument("out")
    return parser.parse_args()


def files(logs):
    """The files that are named, or in the folder that is."""
    if os.path.isdir(logs):
        return sorted(os.path.join(folder, name) for folder, _, names in os.walk(logs) for name in names if name[0] != ".")
    return sorted(glob.glob(logs))


def parted(paths, count):
    """The files in `count` groups of about the same size."""
    groups = [[0, number, []] for number in range(min(count, len(paths)))]
    for path in sorted(paths, key=lambda path: (-os.path.getsize(path), path)):
        group = min(groups)
        group[0] += os.path.getsize(path)
        group[2].append(path)
    return [(number, sorted(paths)) for _, number, paths in groups]


def ingest(program, out):
    """A task: makes one part of some logs."""
    def run(part):
        number, logs = part
        with tempfile.TemporaryDirectory() as folder:
            store = os.path.join(folder, "part.db")
            subprocess.run([program, "ingest", "--quiet", "--store", store, *logs], stdout=subprocess.DEVNULL, check=True)
            # Another try of this task may copy at the same time.
            copy = os.path.join(out, f".part-{number}.{os.getpid()}")
            shutil.copyfile(store, copy)
            os.rename(copy, os.path.join(out, f"part-{number}.db"))
    return run


def main():
    given = arguments()
    paths = files(given.logs)
    if not paths:
        raise SystemExit(f"spark.py: there is no file '{given.logs}'")
    os.makedirs(given.out)
    spark = SparkSession.builder.master(given.master).appName("tracetool").getOrCreate()
    parts = parted([os.path.abspath(path) for path in paths], given.parts)
    spark.sparkContext.parallelize(parts, len(parts)).foreach(ingest(given.tracetool, os.path.abspath(given.out)))


main()
