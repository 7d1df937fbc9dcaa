#!/usr/bin/env python3
"""Summarizes logs on a Spark cluster: each task pipes its part of the lines through a tracetool of its own.

  spark.py [--master URL] [--parts N] [--tracetool PROGRAM] LOGS OUT
  tracetool report --launch-times OUT/part-*      answers as one process over all logs does, and so does check

LOGS is a file, a folder or a pattern of files of JSON lines, compressed or not; each record needs a launch id, by which
the lines are parted. OUT is a folder that is made. A task that fails is tried again, and what it wrote is dropped.
"""
import argparse
import shlex

from pyspark.sql import SparkSession
from pyspark.sql.functions import regexp_extract


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--master", default="local-cluster[2,1,1024]", help="as spark-submit takes it")
    parser.add_argument("--parts", type=int, default=8, help="how many parts; twice as many as there are cores, or more")
    parser.add_argument("--tracetool", default="tracetool", help="the program, at the same path on each machine")
    parser.add_argument("logs")
    parser.add_argument("out")
    return parser.parse_args()


def main():
    given = arguments()
    spark = SparkSession.builder.master(given.master).appName("tracetool").getOrCreate()
    launch = regexp_extract("value", r'"launch"\s*:\s*"([^"]*)"', 1)
    lines = spark.read.text(given.logs).repartition(given.parts, launch).rdd.map(lambda row: row.value)
    # A part may hold no launch: the exit code 3 then stands for an empty part, and any other fails the task.
    command = f"{shlex.quote(given.tracetool)} check --format summaries --quiet - || [ $? = 3 ]"
    lines.pipe(f"bash -c {shlex.quote(command)}", checkCode=True).saveAsTextFile(given.out)


main()
