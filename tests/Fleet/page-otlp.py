"""Receives metrics over OTLP (HTTP, protobuf), like a collector: python3 page-otlp.py FILE

Prints its port, and writes the last received metrics to FILE: a line "name unit {attributes} value" per point (for a histogram, count
and sum), and a line per attribute of the resource.
"""
import http.server
import struct
import sys


def fields(message):
    """Yields the number and the value of each field. A value is an int, eight or four bytes, or bytes of any length."""
    at = 0

    def varint():
        nonlocal at
        value = shift = 0
        while True:
            byte = message[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    while at < len(message):
        key = varint()
        kind = key & 7
        if kind == 0:
            yield key >> 3, varint()
            continue
        length = {1: 8, 5: 4}.get(kind)
        if length is None:
            assert kind == 2, kind
            length = varint()
        yield key >> 3, message[at:at + length]
        assert at + length <= len(message)
        at += length


def all_of(message, number):
    return [value for field, value in fields(message) if field == number]


def text(message, number):
    return b''.join(all_of(message, number)[-1:]).decode()


def attributes(messages):
    return {text(pair, 1): text(all_of(pair, 2)[0], 1) for pair in messages}


def double(value):
    return struct.unpack('<d', value)[0]


def points(metric):
    for total in all_of(metric, 7):
        assert all_of(total, 2) == [2], 'sums are of all time'
        for point in all_of(total, 1):
            number = [struct.unpack('<q', value)[0] for value in all_of(point, 6)] + [double(value) for value in all_of(point, 4)]
            yield attributes(all_of(point, 7)), str(number[0])
    for histogram in all_of(metric, 9):
        for point in all_of(histogram, 1):
            count = struct.unpack('<Q', all_of(point, 4)[0])[0]
            buckets = b''.join(all_of(point, 6))
            assert sum(struct.unpack(f'<{len(buckets) // 8}Q', buckets)) == count, 'each value is in a bucket'
            yield attributes(all_of(point, 9)), f'{count} {double(all_of(point, 5)[0]):.6f}'


def lines(request):
    for resource in all_of(request, 1):
        for name, value in attributes(all_of(all_of(resource, 1)[0], 1)).items():
            yield f'resource {name} {value}'
        for scope in all_of(resource, 2):
            for metric in all_of(scope, 2):
                for tags, value in points(metric):
                    yield ' '.join([text(metric, 1), text(metric, 3), ','.join(f'{k}={v}' for k, v in sorted(tags.items())), value])


class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers['Content-Length']))
        good = self.path == '/v1/metrics' and self.headers['Content-Type'] == 'application/x-protobuf'
        if good:
            with open(sys.argv[1], 'w', encoding='utf-8') as file:
                file.write(''.join(line + '\n' for line in lines(body)))
        self.send_response(200 if good else 400)
        self.send_header('Content-Type', 'application/x-protobuf')
        self.send_header('Content-Length', '0')
        self.end_headers()

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Receiver)
print(server.server_port, flush=True)
server.serve_forever()
