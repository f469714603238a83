"""Prints the counts of a run in the format of `lanewise fleet status`, from other output with these counts:

    page-facts.py page FILE     a page or a report as HTML
    page-facts.py json FILE     the objects of `status --json`, or of the element "numbers" of a report

For JSON, the line "Ended" is missing, because JSON has no such number. The page of a run that is done states the result elsewhere,
so the lines "Result", "Done", "Ended" and "Run N had" are missing. Numbers of files that are 0 are missing, as in the output of `status`.
"""
import html
import json
import re
import sys


def size(count):
    unit = 0
    while count >= 999.5 and unit < 6:
        count, unit = count / 1000, unit + 1
    return f"{count:.{0 if unit == 0 or count >= 99.95 else 1}f} {['B', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB'][unit]}"


def of_json(text):
    run = next(json.loads(line) for line in text.splitlines() if line.startswith('{"job":'))
    is_done = run["state"] == "done"
    # Until the run is done, files that are not found and new files may have moved, so they are no differences.
    differences = run["changed"] + run["unreadable"] + (run["moved"] + run["missing"] + run["new"] if is_done else 0)
    done = f"{100 if run['state'] == 'done' else 100 * run['doneBytes'] / run['bytes']:.1f} %"
    counted = f"{differences:,} difference{'' if differences == 1 else 's'}"
    workers = "Workers", f"{run['working']:,} working" + (f", {run['silent']:,} silent" if run["silent"] else "")
    earlier = run.get("earlierRun")
    good = "OK" if earlier is None else f"OK since run {earlier}"
    yield "Result", (
        (counted if differences else good) if is_done else f"{counted} so far" if differences else "not finished")
    assert run["result"] == ("FAILED" if differences else "UNFINISHED" if not is_done else "OK" if earlier is None else "OK-SINCE"), run["result"]
    yield "Done", done
    if not is_done and not run["working"]:
        yield workers
    is_whole = is_done and (run["doneFiles"], run["doneBytes"]) == (run["files"], run["bytes"])
    yield "Files", f"{run['files']:,}" if is_whole else f"{run['doneFiles']:,} of {run['files']:,}"
    yield "Bytes", size(run["bytes"]) if is_whole else f"{size(run['doneBytes'])} of {size(run['bytes'])}"
    assert not run["notFoundYet" if is_done else "missing"], "a file is missing only when the run is done"
    for name, field in (
            ("OK", "good"), ("Changed", "changed"), ("Missing", "missing"), ("Not found", "notFoundYet"),
            ("Unreadable", "unreadable"), ("Moved", "moved"), ("New", "new")):
        if run[field]:
            is_open = not is_done and field in ("notFoundYet", "new")
            note = " so far (may have moved)" if is_open else " (of the baseline)" if field == "missing" else ""
            yield name, f"{run[field]:,}" + note
    if run["skipped"]:
        yield "Skipped", f"{run['skipped']:,}"
    if earlier is not None:
        kinds = ("changed", run["earlierChanged"]), ("missing", run["earlierMissing"])
        yield f"Run {earlier} had", ", ".join(f"{count:,} {kind}" for kind, count in kinds if count)
    if is_done:
        return
    if run["working"]:
        yield workers
    yield "Ranges", f"{run['doneRanges']:,} of {run['ranges']:,}"
    if run["takenRanges"]:
        yield "In work", f"{run['takenRanges']:,} {'range' if run['takenRanges'] == 1 else 'ranges'}"


def of_page(text):
    for facts in re.findall(r'<dl class="big">(.*?)</dl>', text, re.S):
        for name, value in re.findall(r"<dt>(.*?)</dt><dd[^>]*>(.*?)</dd>", facts):
            yield html.unescape(name), html.unescape(re.sub("<[^>]*>", "", value))


with open(sys.argv[2], encoding="utf-8") as file:
    for key, shown in {"page": of_page, "json": of_json}[sys.argv[1]](file.read()):
        print(f"{key:<11} {shown}")
