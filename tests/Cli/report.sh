#!/usr/bin/env bash
# Tests the report of bench in Chromium, in narrow and wide windows and with both themes. The plots must show the values of the
# JSON and CSV output at the right positions, and the page must not load anything from other hosts.
#
# Usage: tests/Cli/report.sh PATH/TO/lanewise
#
# The last line of output is "N passed, N failed, N skipped". The exit code is 1 if anything failed.
. "$(dirname "$0")/common.sh.inc"

expect "bench --quick writes a report" 0 "cd $work && $lanewise bench --quick -a blake2s --html r.html --json r.json --csv r.csv" '^  A message (of 1 B )?takes [0-9]+ ns'
cp "$work/out.lanewise" "$work/summary"
figure='[0-9.]+(x|±[0-9]+%)'
expect "the report ends with the table and the result" 0 "sed -n '/^BLAKE2s  /,\$p' $work/summary" "^BLAKE2s .* $figure .*($figure|-)"
expect "bench without options prints the same table" 0 "$lanewise bench -a blake2s" "^BLAKE2s .* $figure .*($figure|-)"
expect "every sentence about noise says what is noisy" 0 "sed '/^BLAKE2s  /,\$d' $work/summary" '^BLAKE2s$' '^  noisy'
expect "the report names the crossover" 0 "cat $work/summary" '^  Messages of 64 B: (a batch |too noisy)'
expect "a comparison of a report with itself finds only noise" 0 "cd $work && $lanewise bench --quick -a blake2s --against r.json" \
    '^Against the earlier run: [0-9]+ of [0-9]+ ratios within 5 %, '
expect "--against rejects a file that is not a report" 2 "echo '{}' >$work/x.json; $lanewise bench --quick -a md5 --against $work/x.json" "--against: .*not a JSON report of bench; 'lanewise bench --json FILE' writes one"
expect "--against reports a missing file" 1 "$lanewise bench --quick -a md5 --against $work/nofile" 'No such file'
expect "--from writes a page from a saved report" 0 "cd $work && $lanewise bench --from r.json --html again.html --json again.json" '^  A message '
expect "the figures are the same" 0 "cmp $work/r.json $work/again.json && grep -q '<svg' $work/again.html"
shown() { sed -n '/^ *one by /,/^Written/p' "$1" | grep -v ^Written; }
"$lanewise" bench -a blake2s --from "$work/r.json" >"$work/again"
expect "a saved report prints the same figures as the run" 0 "diff <(shown $work/summary) <(shown $work/again) && shown $work/again" '^BLAKE2s '
expect "--from rejects a file that is not a report" 2 "$lanewise bench --from $work/x.json --html $work/again.html" "--from: .*not a JSON report of bench; 'lanewise bench --json FILE' writes one"
expect "--from reports a missing file" 1 "$lanewise bench --from $work/nofile --html $work/again.html" 'nofile: No such file'
expect "the help says what --from reads" 0 "$lanewise bench --help | tr -s '\n ' ' '" '--from <FILE> [^-]*a report that --json wrote'
expect "--from rejects --quick" 2 "$lanewise bench --from $work/r.json --quick" '--quick cannot be combined with --from'
expect "a missing folder is reported before the measurement" 2 "timeout 60 $lanewise bench --html $work/no/r.html" 'No such file or directory'
expect "--kernels cannot write a report" 2 "$lanewise bench --kernels --quick" '--kernels cannot be combined with a report'
expect "the page loads nothing from other hosts" 1 "grep -E 'https?://|<script.*src|@import|url\(|<link|<img' $work/r.html"

# Computes from a JSON report what the program must say about it, so that a new record does not change this test.
cat >"$work/facts.py" <<'P'
"""Usage: facts.py REPORT NAME..., prints the named facts, one in each line."""
import json, re, statistics, sys
report = json.load(open(sys.argv[1], encoding='utf-8'))
report = report.get('bench', report)
sweeps = {s['algorithm']: s for s in report['sweeps'] if s['name'] == 'size'}
unlike = ['BLAKE2bp', 'BLAKE2sp']
# The value is None if it is noise.
def at(line, size):
    return next(((None if 'noise' in p['y'] else p['y']['median'], p['y']['median']) for p in line['points'] if p['x'] == size), None)
def many_of(sweep): return next((l for l in sweep['lines'] if l['name'] == 'many at once'), None)
def ratio(a, b): return None if a[0] is None or b[0] is None else a[0] / b[0]
def over_one():
    return {name: (ratio(at(many_of(s), 1024), at(s['lines'][0], 1024)), 'one by one') for name, s in sweeps.items() if many_of(s)}
def over_others(size, own):
    found = {}
    for name, sweep in sweeps.items():
        others = [(at(l, size), l['name']) for l in sweep['lines'] if l['kind'] == 'OtherLibrary' and l['name'] != ".NET's MD5" and at(l, size)]
        if others and own(sweep) and at(own(sweep), size):
            best, library = max(others, key=lambda other: other[0][1])
            found[name] = ratio(at(own(sweep), size), best), library
    return found
def first(sweep): return sweep['lines'][0]
def three(value):
    # Rounds as ChartAxis.Three. A value below 0.1 has two significant digits.
    if value < 0.1: return f'{value:.2g}'
    return f'{value:.2f}' if value < 9.995 else f'{value:.1f}' if value < 99.95 else f'{value:.0f}'
one, many, alone = over_one(), over_others(1024, many_of), over_others(65536, first)
short = {}
for size in sorted({p['x'] for s in sweeps.values() for p in first(s)['points'] if p['x'] <= 64}):
    for name, gain in over_others(size, first).items():
        if gain[0] is not None and (name not in short or gain[0] < short[name][0]): short[name] = gain
def judged(gains): return {n: r for n, (r, of) in gains.items() if r is not None and not (n in unlike and of == 'libb2')}
def slower(gains): return [name for name, r in judged(gains).items() if r * 1.05 < 1]
def worst(gains):
    name, least = min(judged(gains).items(), key=lambda gain: gain[1])
    return f"worst: {name}, {three(least)} times as fast"
def counted(names, noun): return f"{len(names)} {noun}{'' if len(names) == 1 else 'es' if noun == 'hash' else 's'}"
def named(names, noun): return counted(names, noun) + (f" ({', '.join(names)})" if len(names) <= 4 else '')
def start(name): return next(l for l in sweeps[name]['lines'] if l['name'] == 'libb2')['points'][0]
without = [n for n, s in sweeps.items() if not any(l['kind'] == 'OtherLibrary' and l['name'] != ".NET's MD5" for l in s['lines'])]
nanoseconds = lambda p: p['x'] * 1e3 / p['y']['median']
facts = {
    'losses': sum(len(slower(gains)) for gains in (one, many, alone, short)),
    'headline': f"{three(statistics.median(judged(one).values()))} times as fast <span>median of {counted(judged(one), 'hash')}; {worst(one)}",
    'one-worst': f"{len(slower(alone))} slower <span>{worst(alone)}</span>",
    'many-slower': f"Compared with the fastest other library, HashMany is slower with {named(slower(many), 'hash')}.",
    'one-slower': f"slower with {named(slower(alone), 'algorithm')}.",
    'without': f"{counted(without, 'algorithm')} (no other library was measured)",
    'sha224': f"{three(alone['SHA-224'][0])}x",
    'blake2sp': f"{three(many['BLAKE2sp'][0])}",
    'blake2bp': f"{three(many['BLAKE2bp'][0])}",
    'blake2sp-start': three(nanoseconds(start('BLAKE2sp')) / (1e3 if nanoseconds(start('BLAKE2sp')) >= 999.5 else 1)),
}
if __name__ == '__main__':
    # The facts are used as extended regular expressions.
    for name in sys.argv[2:]: print(re.sub(r'([.()/*])', r'[\1]', str(facts[name])))
P
record=$(realpath "$(dirname "$0")/../../docs/machines/zen-5.json")
fact() { python3 "$work/facts.py" "$@" || echo "no-such-fact"; }

# plain removes the terminal's carriage returns and the escape sequences of the bold result, and writes the sign ± as one byte.
plain() { tr -d '\r' | sed 's/\x1b\[[0-9;]*m//g; s/±/~/g'; }
if command -v script >/dev/null; then
    for options in "" "--from $work/r.json"; do
        expect "bench $options fits 40 columns" 0 "timeout 180 script -qec 'stty cols 40; $lanewise bench -a blake2s $options' /dev/null </dev/null | plain" '^BLAKE2s  .*(x|~[0-9]+%|-)$' '.{41}'
    done
    expect "a report of all algorithms fits 40 columns" 0 "script -qec 'stty cols 40; $lanewise bench --from $record' /dev/null </dev/null | plain" "^SHA-224 .* $(fact "$record" sha224)$" '.{41}'
fi

if ! command -v python3 >/dev/null; then skip "python3 is not installed"; finish; fi
cat >"$work/same.py" <<'P'
"""Checks that the points on the page are those of the JSON and CSV output, at their positions on a logarithmic axis."""
import csv, json, math, re, sys, html
page = open('r.html', encoding='utf-8').read()
report = json.load(open('r.json', encoding='utf-8'))
sweeps = report['published'] + report['sweeps']
wanted = {(s['algorithm'], s['name'], l['name'], float(p['x'])): p['y'] for s in sweeps for l in s['lines'] if l['kind'] != 'Ideal' for p in l['points']}
assert len(wanted) > 50, len(wanted)
# A sweep with at most two values on the horizontal axis is a sentence.
plotted = [s for s in sweeps if len({p['x'] for l in s['lines'] for p in l['points']}) > 2]
assert all(f"{s['title']}: {s['notes'][0]}" in html.unescape(page) for s in sweeps if s not in plotted)
rows = [r for r in csv.DictReader(open('r.csv', encoding='utf-8')) if r['kind'] != 'Ideal']
assert len(rows) == len(wanted)
for r in rows:
    y = wanted[r['algorithm'], r['sweep'], r['line'], float(r['x'])]
    assert abs(float(r['y_median']) / y['median'] - 1) < 1e-3 and (r['noise'] == '1') == ('noise' in y), r
seen = 0
for figure in re.findall(r'<figure data-algorithm="([^"]*)">(.*?)</figure>', page, re.S):
    sweep = re.search(r'data-sweep="([^"]*)"', figure[1]).group(1)
    points = []
    for line, body in re.findall(r'<g class="[^"]*" data-line="([^"]*)">(.*?)\n</g>', figure[1], re.S):
        for kinds, cx, cy, x, y in re.findall(r'<g class="point([^"]*)" transform="translate\(([^ ]*) ([^)]*)\)"\s+data-x="([^"]*)" data-y="([^"]*)"', body):
            key = (html.unescape(figure[0]), sweep, html.unescape(line), float(x))
            of = wanted[key]
            assert abs(float(y) / of['median'] - 1) < 1e-3 and ('doubtful' in kinds) == ('noise' in of), key
            seen += 1
            # A value outside the range of the axis is drawn as an arrow at the edge.
            if 'beyond' not in kinds: points.append((math.log(float(x)), float(cx), math.log(float(y)), float(cy)))
    for a, b in ((0, 1), (2, 3)) if points else ():
        low, high = min(points, key=lambda p: p[a]), max(points, key=lambda p: p[a])
        if low[a] == high[a]: continue
        for p in points:
            at = low[b] + (p[a] - low[a]) / (high[a] - low[a]) * (high[b] - low[b])
            assert abs(at - p[b]) < 0.1, (figure[0], sweep, p, at)
shown = sum(len(l['points']) for s in plotted for l in s['lines'] if l['kind'] != 'Ideal')
assert seen == shown, (seen, shown)
P
expect "page, JSON and CSV contain the same values, and points are at the right positions" 0 "cd $work && python3 same.py"

browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
if [ -z "$browser" ]; then skip "Chromium is not installed"; finish; fi
# Renders at the given width (Chromium's own windows are at least 500 pixels wide), and measures the layout.
measured() {
    cat >"$work/tail" <<P
<style>html { width: $1px; }</style>
<script>addEventListener("load", () => {
    document.querySelectorAll("details").forEach(part => { part.open = true; });
    const box = e => e.getBoundingClientRect(), all = [...document.querySelectorAll(".point .mark:not([d=''])")];
    const seen = all.filter(c => {
        const b = box(c), s = box(c.ownerSVGElement);
        return b.width > 1 && b.left >= s.left - 1 && b.right <= s.right + 1 && b.top >= s.top - 1 && b.bottom <= s.bottom + 1;
    });
    const right = Math.max(...[...document.querySelectorAll("h1, h2, p, figure, svg, .wide")].map(e => box(e).right));
    const height = Math.round(box(document.querySelector("svg text")).height);
    document.body.dataset.out = [seen.length, all.length, Math.ceil(right), height, getComputedStyle(document.body).backgroundColor].join(" ");
});</script>
P
    sed -e "/<\/body>/{r $work/tail" -e 'd}' "$work/r.html" >"$work/measured.html"
}
for width in 400 1600; do
    measured $width
    for scheme in light dark; do
        dark=$([ $scheme = dark ] && echo --blink-settings=preferredColorScheme=0)
        # shellcheck disable=SC2086
        timeout 180 "$browser" --headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking \
            --hide-scrollbars --user-data-dir="$work/profile" --window-size=1600,900 $dark --dump-dom "file://$work/measured.html" >"$work/dom" 2>"$work/err"
        read -r seen all right height color <<<"$(sed -nE 's/.*data-out="([^"]*)".*/\1/p' "$work/dom")"
        if [ -n "${all:-}" ] && [ "$seen" = "$all" ] && [ "$all" -gt 50 ]; then pass; else fail "$width $scheme: ${seen:-no} of ${all:-no} points are inside their plots"; fi
        if [ "${right:-9999}" -le "$width" ]; then pass; else fail "$width $scheme: the page is ${right:-not} wide"; fi
        if [ "${height:-0}" -ge 9 ]; then pass; else fail "$width $scheme: words of a plot are ${height:-0} pixels high"; fi
        case "$scheme $color" in
            "light rgb(255, 255, 255)" | "dark rgb(21, 22, 24)") pass ;;
            *) fail "$width $scheme: the page is $color" ;;
        esac
    done
done

timeout 120 "$browser" --headless --no-sandbox --disable-gpu --no-first-run --user-data-dir="$work/profile" \
    --print-to-pdf="$work/r.pdf" "file://$work/r.html" >/dev/null 2>&1
# The root of the PDF's page tree counts all pages. Nodes below the root count at most eight pages.
pages_of() { grep -a -o '/Count [0-9]*' "$1" | cut -d ' ' -f 2 | sort -n | tail -n 1; }
pages=$(pages_of "$work/r.pdf")
if [ "${pages:-99}" -le 3 ]; then pass; else fail "one algorithm prints on ${pages:-no} pages"; fi

# This report contains all algorithms, with every section open.
root=$(realpath "$(dirname "$0")/../..")
"$lanewise" bench --from "$record" --html "$work/all.html" >/dev/null
expect "a page from a saved report says so" 0 "grep 'from a saved report; measured 2026' $work/all.html"
expect "a page from this run does not mention a saved report" 0 "! grep 'from a saved report' $work/r.html"
# In the first charts, the length of a bar is the logarithm of its value. If Lanewise is slower, the bar extends to the left and
# has an arrowhead that is at least 10 units long, so that it is as visible as the other bars.
cat >"$work/bars.py" <<'P'
import math, re, sys
page = open(sys.argv[1], encoding='utf-8').read()
charts = re.findall(r'<figure>\n<figcaption>(.*?)</figcaption>\n(.*?)</figure>', page, re.S)
assert len(charts) == 4, len(charts)
losses = 0
for title, chart in charts:
    rows = re.findall(r'<text class="name"[^>]*>([^<]*)</text></a>\n<g class="(main|slower|soft)"><(rect|polygon|circle) class="bar" ([^>]*)/></g>\n<text[^>]*>([0-9.]+)&#215;', chart)
    assert len(rows) > 5, (title, len(rows))
    # The values must have three digits.
    assert all(len(value.replace('.', '').lstrip('0')) <= 3 for *_, value in rows), (title, rows)
    scales = []
    for name, kind, shape, drawing, value in rows:
        value = float(value)
        # An equal result must be drawn as a dot, because a bar would show a difference. Broken hashes are gray.
        broken = name in ('MD5 (broken)', 'SHA-1 (broken)')
        assert broken or name not in ('MD5', 'SHA-1'), (title, name)
        assert (kind == 'soft') == (shape == 'circle' or broken), (title, name, kind, shape)
        if shape == 'circle': assert 0.95 <= value <= 1.05, (title, value); continue
        assert (shape == 'polygon') == (value < 1), (title, name, shape, value)
        assert broken or (kind == 'slower') == (shape == 'polygon'), (title, name, kind, shape)
        if shape == 'rect': length = float(re.search(r'width="([0-9.]+)"', drawing).group(1))
        else:
            xs = [float(point.split(',')[0]) for point in re.search(r'points="([^"]*)"', drawing).group(1).split()]
            length = max(xs) - min(xs)
            losses += 1
            assert length >= 9.9, (title, value, length)
        if length > 20: scales.append(length / abs(math.log(value)))
    assert max(scales) / min(scales) < 1.03, (title, scales)
# The marks of all charts are explained once.
assert page.count('Arrow to the left: Lanewise is slower.') == ('<polygon' in ''.join(chart for _, chart in charts))
assert losses == int(sys.argv[2]), losses
# MD5 is in the four charts, in the results by algorithm and in their printed table.
names = page.count('>MD5<') + page.count('>MD5 (broken)<')
assert 'MD5 (broken)<' in page and names <= 6 and 'no straight line' not in page, names
P
expect "the first charts show losses like wins" 0 "python3 $work/bars.py $work/all.html $(fact "$record" losses)"

# The speedup of batches must have the same definition everywhere. For each algorithm, its value must be the same in the chart,
# the table, the section and the terminal.
"$lanewise" bench --from "$record" >"$work/all.txt"
cat >"$work/one.py" <<'P'
import html, re, sys
page, text = (open(name, encoding='utf-8').read() for name in sys.argv[1:])
value = lambda figure: html.unescape(figure).replace('×', '').rstrip('x')
first = re.search(r'<figcaption>Many at once against one by one</figcaption>(.*?)</figure>', page, re.S).group(1)
chart = {html.unescape(name): value(figure) for name, figure in re.findall(
    r'<text class="name"[^>]*>([^<]*?)(?: \(broken\))?</text></a>\n(?:<g.*?</g>\n)?<text[^>]*>([^<]*)</text>', first)}
assert len(chart) > 20, chart
parts = [re.search(
    r'<span class="algorithm[^"]*">([^<]*?)(?: \(broken\))?</span>(.*?)</summary>\n<span[^>]*></span>\n<p class="note">(.*?)</p>', part, re.S)
    for part in page.split('<details class="part"')[1:]]
parts = [part.groups() for part in parts if part]
table = {html.unescape(name): value(cell) for name, cells, _ in parts
    for cell in re.findall(r'data-title="many / one by one">([^<]*)<', cells) if cell != ''}
section = {html.unescape(name): figure.removesuffix(' times') for name, _, note in parts
    for figure in re.findall(r'many messages at once: ([0-9.]+(?: ±[0-9]+\u00a0%)?) times as fast as one by one', html.unescape(note))}
lines = text.split('\n\n')[1].split('\n')[3:]
terminal = {line[:14].strip(): value(line[32:41].strip()).replace('±', ' ±').replace('%', '\u00a0%') for line in lines}
assert chart == table == section == terminal, [set(a.items()) ^ set(chart.items()) for a in (table, section, terminal)]
definition = 'Many at once (HashMany): 1024 messages of 1 KiB in one call. One by one (HashData): a call for each message of 1 KiB.'
assert page.count(definition) == 1, page.count(definition)
assert page.index('<p class="headline">') < page.index(definition) < page.index('<svg'), 'the page does not begin with its conclusion'
assert page.rindex('>The articles behind Lanewise<') > max(page.rfind(f'>{name}<') for name in chart), 'algorithms do not come first'
assert definition in re.sub(r'\s+', ' ', text)
P
expect "many against one has the same value in all parts of a report" 0 "python3 $work/one.py $work/all.html $work/all.txt"
expect "the report names the worst case" 0 "cat $work/all.html" "$(fact "$record" one-worst)"
expect "a report of all algorithms prints the table and the result" 0 "wc -l <$work/all.txt" '^([1-7][0-9]|8[0-5])$'
expect "--details prints sentences about each algorithm" 0 "$lanewise bench --from $record --details | grep -c '^  The first call of a process takes '" '^[3-9][0-9]$'
# The test creates a report in which two batches are too noisy to judge.
cat >"$work/noisy.py" <<'P'
import json, sys
report = json.load(open(sys.argv[1], encoding='utf-8'))['bench']
for sweep in report['sweeps']:
    for line in sweep['lines']:
        for point in line['points']:
            point['y'].pop('noise', None)
            if (sweep['algorithm'] in ('SHA-224', 'TurboSHAKE256') and sweep['name'] == 'size' and line['name'] == 'many at once'
                    and point['x'] == 1024): point['y']['noise'] = True
json.dump(report, open(sys.argv[2], 'w', encoding='utf-8'))
P
python3 "$work/noisy.py" "$record" "$work/noisy.json"
"$lanewise" bench --from "$work/noisy.json" --html "$work/noisy.html" >"$work/noisy.txt"
expect "the report names the noisy algorithms" 0 "cat $work/noisy.html" '<p>Too noisy to judge: SHA-224, TurboSHAKE256\.'
expect "noise has the same value and range in all parts of a report" 0 "python3 $work/one.py $work/noisy.html $work/noisy.txt"
expect "the report begins with a result" 0 "cat $work/all.html" "<p class=.headline.>$(fact "$record" headline)</span></p>"
expect "the report says what is not counted" 0 "tr -s '\n ' ' ' <$work/all.txt" \
    "Not counted: BLAKE2bp, BLAKE2sp .not comparable.; $(fact "$record" without)\."
# Figures that cannot be judged come last and have no bar, so that they do not affect the scale.
cat >"$work/last.py" <<'P'
import html, re, sys
page, bp, sp = open(sys.argv[1], encoding='utf-8').read(), *(words.replace('[.]', '.') for words in sys.argv[2:])
for title, last in ("Many at once against one by one", {'SHA-224': 'N×', 'TurboSHAKE256': 'N×'}), (
        "Many messages of 1 KiB", {'BLAKE2bp': f'{bp}× libb2, not comparable*', 'BLAKE2sp': f'{sp}× libb2, not comparable*', 'SHA-224': 'N× OpenSSL'}):
    assert page.count('libb2 divides') - len(re.findall('<p class="note">[^<]*many messages at once[^<]*libb2 divides', page)) == 1
    chart = html.unescape(re.search(rf'<figcaption>{title}</figcaption>(.*?)</figure>', page, re.S).group(1))
    # The test expects the noisy figures without their values.
    chart = re.sub(r'>[0-9.]+× ±[0-9]+\u00a0%', '>N×', chart)
    rows = re.findall(r'<text class="name"[^>]*>([^<]*)</text></a>\n(<g.*?</g>\n)?<text[^>]*>([^<]*)</text>', chart)
    assert {name: words for name, bar, words in rows[-len(last):]} == last, rows
    assert [not bar for _, bar, _ in rows] == [False] * (len(rows) - len(last)) + [True] * len(last), rows
P
expect "figures that cannot be judged come last" 0 "python3 $work/last.py $work/noisy.html $(fact "$record" blake2bp blake2sp | xargs)"
expect "the terminal says where the files are" 0 "$lanewise bench -a sha384 --from $record --html $work/here.html --csv $work/here.csv" \
    "^Written: $work/here.csv"
expect "a report of such an algorithm says why" 0 "$lanewise bench -a blake2sp --from $record | tr -s '\n ' ' '" \
    "$(fact "$record" blake2sp)x libb2[*].* not comparable with libb2 .$(fact "$record" blake2sp) times as fast.*Not comparable: libb2 divides"
expect "algorithms that a chart lacks are named" 0 "cat $work/all.html" 'No other library was measured for .*BLAKE3'
expect "the report explains the threads of libb2" 0 "cat $work/all.html" "libb2 divides each message .* a 1 B message of BLAKE2sp takes $(fact "$record" blake2sp-start) "
expect "the report explains the line of MD5" 0 "cat $work/all.html" 'MD5 is in the plots of all hashes'

# The test creates a report of a machine on which every other library is faster.
cat >"$work/slow.py" <<'P'
import json, sys
report = json.load(open(sys.argv[1], encoding='utf-8'))['bench']
for sweep in report['sweeps']:
    for line in sweep['lines']:
        if line['kind'] == 'OtherLibrary':
            for point in line['points']: point['y']['median'] *= 500
json.dump(report, open(sys.argv[2], 'w', encoding='utf-8'))
P
python3 "$work/slow.py" "$record" "$work/slow.json"
expect "a report in which every other library is faster" 0 "$lanewise bench --from $work/slow.json --html $work/slow.html | tr -s '\n ' ' '" \
    "$(fact "$work/slow.json" many-slower) For one message of 64 KiB, compared with the fastest other library, Lanewise is $(fact "$work/slow.json" one-slower)"
expect "its charts show all losses" 0 "python3 $work/bars.py $work/slow.html $(fact "$work/slow.json" losses)"
sed -i 's/<details class="part">/<details class="part" open>/' "$work/all.html"
timeout 120 "$browser" --headless --no-sandbox --disable-gpu --no-first-run --user-data-dir="$work/profile" \
    --print-to-pdf="$work/all.pdf" "file://$work/all.html" >/dev/null 2>&1
pages=$(pages_of "$work/all.pdf")
open=$(grep -c '<details class="part" open>' "$work/all.html")
# A page has room for almost four sections. The verdict and the results by algorithm take two pages.
if [ "${pages:-99}" -le 12 ] && [ "$open" -gt 30 ]; then pass; else fail "$open algorithms print on ${pages:-no} pages"; fi

if ! command -v node >/dev/null; then skip "node is not installed"; finish; fi
cat >"$work/use.mjs" <<J
import { start } from '$root/tests/Browser/chromium.mjs'
const chromium = await start('$browser'), page = await chromium.open('about:blank')
const check = (what, holds) => console.log(holds ? 'ok' : \`bad \${what}\`)
for (const width of [400, 1600]) {
    await page.call('Emulation.setDeviceMetricsOverride', { width, height: 900, deviceScaleFactor: 1, mobile: false })
    await page.call('Page.navigate', { url: 'about:blank' })
    await page.call('Page.navigate', { url: 'file://$work/report.html' })
    await page.until("document.readyState === 'complete' && document.querySelector('.verdict')")
    await page.ask("document.querySelector('svg a[href=\"#blake3\"]').dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))")
    check(\`\${width}: a bar opens the section of its algorithm\`, await page.until("document.querySelector('.part[open] #blake3') !== null"))
    await page.ask('new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))')
    const top = await page.ask("document.querySelector('.part[open] .algorithm').getBoundingClientRect().top")
    check(\`\${width}: a bar leads to the name of its algorithm: \${top}\`, top >= 0 && top < 100)
    await page.ask("document.body.focus(); scrollTo(0, 0)")
    const cells = await page.ask("[...document.querySelector('.row:not(.heads)').children].filter(e => e.getBoundingClientRect().width > 0).length - 1")
    check(\`\${width}: figures of an algorithm: \${cells}\`, cells === (width === 400 ? 3 : 8))
    // The Tab key stops at the link to the results, the sections, and the tables of figures, not at bars or points.
    const stops = await page.ask("[...document.querySelectorAll('a, summary, [tabindex]')].filter(e => e.tabIndex >= 0).map(e => e.className.baseVal ?? e.className)")
    check(\`\${width}: Tab stops: \${stops.slice(0, 9)}\`, stops[0].startsWith('skip') && stops.slice(1).every(stop => stop === 'row' || stop === ''))
    // With the keyboard, the Tab key selects a plot, and the arrow keys move between its columns. The figures of a column are
    // inside the page.
    await page.ask("document.querySelector('.part[open] .row').focus()")
    const press = async key => { for (const type of ['keyDown', 'keyUp']) await page.call('Input.dispatchKeyEvent', { type, key, code: key, windowsVirtualKeyCode: { Tab: 9, ArrowRight: 39 }[key] }) }
    await press('Tab')
    const figures = []
    for (let column = 0; column < 2; column++) {
        await press('ArrowRight')
        figures.push(await page.ask(\`(() => {
            const words = document.querySelector('.columns input:focus + span'), box = words?.getBoundingClientRect();
            return words && getComputedStyle(words).opacity === '1' && box.left >= 0 && box.right <= innerWidth && words.textContent;
        })()\`))
    }
    check(\`\${width}: the arrow keys show the figures of a plot: \${figures}\`, figures.every(text => /one message: .*B\/s/.test(text)) && figures[0] !== figures[1])
    // The button opens and closes all sections. Ciphers are apart from hashes.
    const press2 = "document.getElementById('all').click(), [...document.querySelectorAll('.part')].filter(part => part.open).length"
    const name = () => page.until("document.getElementById('all').textContent")
    const all = await page.ask("document.querySelectorAll('.part').length"), before = await name()
    const open = await page.ask(press2), after = await page.until("document.getElementById('all').textContent === 'Collapse all' && 'Collapse all'")
    const closed = await page.ask(press2)
    check(\`\${width}: one button opens and closes all sections: \${before} \${open} \${after} \${closed}\`, before === 'Expand all' && open === all && closed === 0)
    const kinds = await page.ask("[...document.querySelectorAll('.kind')].map(kind => kind.textContent + ' ' + kind.nextElementSibling.querySelector('.algorithm').textContent).join('|')")
    check(\`\${width}: ciphers are apart: \${kinds}\`, /^Hashes [^|]*[|]Ciphers (XTEA|Threefish)/.test(kinds))
    check(\`\${width}: the heads of the columns stay visible\`, await page.ask("(document.querySelector('.part:last-of-type').scrollIntoView(), document.querySelector('.heads').getBoundingClientRect().top === 0)"))
}
await page.call('Emulation.setEmulatedMedia', { media: 'print' })
check('instructions for the screen are not printed', await page.ask("[...document.querySelectorAll('.screen')].every(e => e.getBoundingClientRect().width === 0)"))
const sizes = await page.ask("[...document.querySelectorAll('body > .note, .verdict .note')].map(e => parseFloat(getComputedStyle(e).fontSize))")
check(\`notes are printed no larger than the text: \${sizes}\`, sizes.length > 3 && Math.max(...sizes) <= await page.ask("parseFloat(getComputedStyle(document.body).fontSize)"))
// An A4 page has 190 x 277 mm inside its margins, which are 718 x 1047 pixels. The summary begins and ends on the first page.
await page.call('Emulation.setDeviceMetricsOverride', { width: 718, height: 1047, deviceScaleFactor: 1, mobile: false })
const verdict = await page.ask("document.querySelector('.verdict').getBoundingClientRect().bottom + scrollY")
check(\`the printed summary ends on the first page: \${verdict}\`, verdict > 300 && verdict <= 1047)
check('the results by algorithm are printed as one table', await page.ask(\`(() => {
    const seen = e => e.getBoundingClientRect().height > 0, rows = [...document.querySelectorAll('table.print tr')];
    const cells = rows.flatMap(row => [...row.cells]), closed = [...document.querySelectorAll('.part:not([open])')];
    return rows.length > 30 && cells.every(seen) && rows.every(row => row.cells.length === 9) && closed.length > 30 && !closed.some(seen);
})()\`))
check('a cell contains one value', await page.ask("[...document.querySelectorAll('table.print td')].every(cell => !cell.textContent.includes(','))"))
await chromium.close()
process.exit(0)
J
"$lanewise" bench --from "$record" --html "$work/report.html" >/dev/null
timeout 120 node "$work/use.mjs" >"$work/words" 2>"$work/err" || fail "$(grep -m 1 Error "$work/err")"
while read -r kind finding; do if [ "$kind" = ok ]; then pass; else fail "$finding"; fi; done <"$work/words"
timeout 120 node "$(dirname "$0")/../Browser/words.mjs" "$browser" 400,1600 "$work/r.html" "$work/all.html" "$work/slow.html" >"$work/words" 2>"$work/err" || fail "$(grep -m 1 Error "$work/err")"
while read -r kind finding; do if [ "$kind" = ok ]; then pass; else fail "$finding"; fi; done <"$work/words"
finish
