"""Measures many messages in C#, C and Python, alternating with a loop over hashlib. See the script run.

    rounds.py C_PROGRAM C_SHARP_PROGRAM
"""

import hashlib
import os
import statistics
import subprocess
import sys
import time

import lanewise

PROCESSES, ROUNDS, WARM, BYTES = 5, 9, 3, 4 << 20
ALGORITHMS = {"md5": "md5", "sha256": "sha256", "sha3-256": "sha3_256", "blake2b": "blake2b", "blake3": None}


def child(program, name, length):
    process = subprocess.Popen(
        [program, name, str(length), str(BYTES // length)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def one():
        process.stdin.write("\n")
        process.stdin.flush()
        return int(process.stdout.readline())

    def end():
        process.stdin.close()
        process.wait()

    return one, end


def timed(call):
    def one():
        start = time.perf_counter_ns()
        call()
        return time.perf_counter_ns() - start

    return one


def on_all_cores(call):
    """Lets one call use all cores, although this process is limited to one core."""
    def one():
        core = os.sched_getaffinity(0)
        os.sched_setaffinity(0, range(os.cpu_count()))
        try:
            return call()
        finally:
            os.sched_setaffinity(0, core)

    return one


def main(c_program, sharp_program):
    first = [int(subprocess.run([c_program, "first"], capture_output=True, check=True).stdout) for _ in range(21)]
    print(f"first call in C: median {statistics.median(first) / 1000:.0f} us, least {min(first) / 1000:.0f} us\n")
    print("| messages | C# MB/s | C / C# | Python, `out` / C# | Python, buffer / C# | Python, list / C# "
          "| loop over hashlib / Python, `out` | loop over hashlib / Python, `out`, all cores |")
    print("|---|---|---|---|---|---|---|---|")
    for name, other in ALGORITHMS.items():
        for length in (64, 1024):
            data = bytes((i * 131 + (i >> 8)) & 255 for i in range(BYTES))
            rows = memoryview(data).cast("B", (BYTES // length, length))
            messages = [data[i:i + length] for i in range(0, BYTES, length)]
            out = bytearray(len(lanewise.hash_many(name, rows).tobytes()))
            calls = {
                "out": timed(lambda: lanewise.hash_many(name, rows, out=out)),
                "buffer": timed(lambda: lanewise.hash_many(name, rows)),
                "list": timed(lambda: lanewise.hash_many(name, messages)),
                "cores": on_all_cores(timed(lambda: lanewise.hash_many(name, rows, out=out, threads=0))),
            }
            if other:
                function = getattr(hashlib, other)
                assert lanewise.hash_many(name, messages) == [function(message).digest() for message in messages]
                calls["hashlib"] = timed(lambda: [function(message).digest() for message in messages])
            times = {key: [] for key in ("C#", "C", *calls)}
            # The speed of a process depends on the memory that it gets, so several processes are measured.
            for _ in range(PROCESSES):
                (sharp, end_sharp), (native, end_native) = child(sharp_program, name, length), child(c_program, name, length)
                for number in range(WARM + ROUNDS):
                    for key, call in {"C#": sharp, "C": native, **calls}.items():
                        nanoseconds = call()
                        if number >= WARM:
                            times[key].append(nanoseconds)
                end_sharp()
                end_native()

            def ratio(one, two, digits=2):
                """The median of the ratios of times that were measured one after the other."""
                if one not in times:
                    return ""
                return f"{statistics.median(a / b for a, b in zip(times[one], times[two])):.{digits}f}"

            print(f"| {name}, {length} B | {BYTES / statistics.median(times['C#']) * 1000:.0f} | {ratio('C', 'C#')} "
                  f"| {ratio('out', 'C#')} | {ratio('buffer', 'C#')} | {ratio('list', 'C#')} "
                  f"| {ratio('hashlib', 'out', 1)} | {ratio('hashlib', 'cores', 1)} |", flush=True)


main(*sys.argv[1:])
