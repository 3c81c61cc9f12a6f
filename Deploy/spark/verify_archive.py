#!/usr/bin/env python3
"""Judges an archive of documents on many machines: Apache Spark around `emrtd verify --stream`.

    spark-submit --files trust.db Deploy/spark/verify_archive.py \\
        --input archive/*.ndjson --output verdicts --at 2026-06-01T00:00:00Z -- --store trust.db

Input is NDJSON (a record a line, as `emrtd verify --stream` takes it) or Parquet (a column for each member of a record;
binary columns become base64). Each partition is handed to one `emrtd verify --stream` on the machine that holds it, and
each record is answered with one line. Output is text files of those lines, one for each partition, written once: a
partition that was broken off is judged again and replaces what was written of it, and `_SUCCESS` appears when all are
there. The time of judging is fixed for the whole job, so that the same input gives the same output.

What stands behind `--` goes to `emrtd verify --stream`. Files that it names (a store, certificates) are shipped with
`--ship`, or by spark-submit's own `--files` and `--archives`, and are then named without their folder.

Spark 3.4 or newer, and `emrtd` on every machine, or `--emrtd` with a path that is the same on all.
"""

import argparse
import datetime
import os
import subprocess
import sys
import threading

# What `emrtd verify --stream` ends with when it has answered everything: accepted, rejected, undecided, and a line that
# could not be read, which is answered too.
ANSWERED = (0, 1, 2, 3)


class VerificationBroken(RuntimeError):
    """The program did not answer every record of a partition: the task fails, and Spark tries again."""


def localised(arguments, shipped, root):
    """The arguments with each shipped file's name put where Spark has laid it on this machine."""
    places = {}
    for name in shipped:
        place = os.path.join(root, os.path.basename(name.rstrip("/")))
        places[name] = places[os.path.basename(name.rstrip("/"))] = place
    return [places.get(argument, argument) for argument in arguments]


def judge(lines, program, arguments):
    """Answers each line of one partition, in order, without holding more than a pipe of them."""
    worker = subprocess.Popen(
        [program, "verify", "--stream", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    handed = 0
    failure = []
    words = []

    def feed():
        nonlocal handed
        try:
            for line in lines:
                line = line.strip("\r\n")
                if not line.strip(" \t"):
                    continue  # blank lines are not answered
                worker.stdin.write(line.encode("utf-8", "surrogatepass") + b"\n")
                handed += 1
            worker.stdin.close()
        except BrokenPipeError:
            pass  # the status says why
        except BaseException as error:  # told to the task, which waits for the answers
            failure.append(error)
            worker.kill()

    def listen():
        for line in worker.stderr:
            words.append(line.decode("utf-8", "replace").strip())
            del words[:-20]

    threads = [threading.Thread(target=part, daemon=True) for part in (feed, listen)]
    for thread in threads:
        thread.start()
    answered = 0
    try:
        for answer in worker.stdout:
            if not answer.endswith(b"\n"):
                break  # cut off with its writer
            answered += 1
            yield answer[:-1].decode("utf-8")
        status = worker.wait()
        for thread in threads:
            thread.join()
    finally:
        if worker.poll() is None:  # the task was called off
            worker.kill()
            worker.wait()
    if failure:
        raise failure[0]
    if status not in ANSWERED or answered != handed:
        raise VerificationBroken(
            f"{program} ended with status {status} after {answered} of {handed} records: {'; '.join(words)}"
        )


def partition_judge(program, arguments, shipped):
    """What is done with each partition, without anything that only the driver has."""

    def run(lines):
        from pyspark import SparkFiles

        yield from judge(lines, program, localised(arguments, shipped, SparkFiles.getRootDirectory()))

    return run


def lines_of(spark, options):
    """The records of the input as lines of JSON."""
    kind = options.format or ("parquet" if options.input[0].rstrip("/*").endswith(".parquet") else "ndjson")
    if kind == "parquet":
        # to_json writes binary columns in base64 and leaves out what is null.
        return spark.read.parquet(*options.input).selectExpr("to_json(struct(*)) AS value")
    # Lines end at line feeds alone, as they do for the program.
    return spark.read.option("lineSep", "\n").text(options.input)


def parsed(arguments):
    parser = argparse.ArgumentParser(
        description="Judge an archive of documents on many machines.",
        epilog="What stands behind -- goes to 'emrtd verify --stream': --store, --csca, --crl, --policy.",
    )
    parser.add_argument("--input", nargs="+", required=True, help="files, folders or patterns, NDJSON or Parquet")
    parser.add_argument("--output", required=True, help="a folder that does not exist yet")
    parser.add_argument("--format", choices=["ndjson", "parquet"], help="of the input (default by its name)")
    parser.add_argument("--at", help="judge as of this time (default now, the same for all records)")
    parser.add_argument("--emrtd", default="emrtd", help="the program on each machine")
    parser.add_argument("--jobs", type=int, default=1, help="threads for each task, as spark.task.cpus (default 1)")
    parser.add_argument("--partitions", type=int, help="how many parts to cut the archive into (default by its files)")
    parser.add_argument("--ship", nargs="+", default=[], help="files and folders to lay on each machine")
    parser.add_argument("--overwrite", action="store_true", help="replace an output that is there")
    parser.add_argument("--compression", default="none", help="of the output: none, gzip, zstd …")
    own, rest = arguments, []
    if "--" in arguments:
        cut = arguments.index("--")
        own, rest = arguments[:cut], arguments[cut + 1 :]
    options = parser.parse_args(own)
    if "--at" in rest:
        parser.error("--at stands in front of --, since it is one for all")
    options.rest = rest
    return options


def main(arguments):
    options = parsed(arguments)
    from pyspark.sql import SparkSession
    from pyspark.sql.utils import AnalysisException

    spark = SparkSession.builder.appName("emrtd verify").getOrCreate()
    at = options.at or datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    for path in options.ship:
        spark.sparkContext.addFile(path, recursive=os.path.isdir(path))
    worker_arguments = ["--at", at, "--jobs", str(options.jobs), *options.rest]
    lines = lines_of(spark, options)
    if options.partitions:
        lines = lines.repartition(options.partitions)
    answers = lines.rdd.map(lambda row: row.value).mapPartitions(
        partition_judge(options.emrtd, worker_arguments, options.ship)
    )
    # Tasks write into folders of their own, which are moved into place when the task is committed, and the output when
    # the job is: a task that is tried again, or twice at once, leaves its lines once.
    spark.conf.set("spark.hadoop.mapreduce.fileoutputcommitter.algorithm.version", "1")
    from pyspark.sql.types import StringType, StructField, StructType

    frame = spark.createDataFrame(answers.map(lambda line: (line,)), StructType([StructField("value", StringType())]))
    try:
        frame.write.mode("overwrite" if options.overwrite else "errorifexists").option(
            "compression", options.compression
        ).text(options.output)
    except AnalysisException as error:
        if "already exists" not in str(error) and "PATH_ALREADY_EXISTS" not in str(error):
            raise
        print(
            f"verify_archive: error: the output '{options.output}' is there already\n"
            "hint: name another one, or replace it with --overwrite",
            file=sys.stderr,
        )
        return 3
    finally:
        spark.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
