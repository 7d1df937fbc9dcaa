#!/usr/bin/env python3
"""Takes every event of a trace into a Parquet file with Polars: columns in a file, and no database.

usage: peer_polars.py TRACE FILE    prints how many events it took
"""
import sys

import polars

# Those of peer_duckdb.sh.
NUMBERS = ["time", "seq", "task"]
TEXTS = ["event", "launch", "device", "deviceModel", "osVersion", "app", "appVersion", "boot", "thread", "reason", "scene",
         "phase", "name", "view"]


def main():
    _, trace, file = sys.argv
    columns = {name: polars.Int64 for name in NUMBERS} | {name: polars.String for name in TEXTS}
    events = polars.read_ndjson(trace, schema=columns)
    events.write_parquet(file)
    print(events.height)


main()
