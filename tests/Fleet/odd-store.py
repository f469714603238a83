"""An object store with the part of the S3 API that an audit needs. It has keys that other stores reject: with NUL, with control
characters, and not in UTF-8. The content of an object is its key. The program prints its port, and ends when its standard input ends.

    odd-store.py [endless | lying | vast | busy]
        endless: every page of the listing is the same, and says that more pages follow
        lying: the sizes and ETags of all objects are wrong and unusual
        vast: 40,000 objects of 256 TiB each
        busy: 40 objects; the store rejects the first six requests for each
"""
import collections
import hashlib
import http.server
import sys
import threading
import urllib.parse

KEYS = sorted([b"nul\0key", b"\0", b"nul\0", b"two\0\0", b"a\x01b", b"esc\x1b[2J", b"line\nend", b"cr\rend", b"del\x7f", b"plain",
               "\u202eturned".encode(), "\u2028line".encode(), b"raw\xffbyte", b"cut\xe2\x82", b"percent%00", b"plus+ "])
ENDLESS = sys.argv[1:] == ["endless"]
# Maps each key to the listed size and the ETag. None means that the ETag is the object's MD5.
LIES = {b"minus": ("-5", None), b"most": (str(2**63 - 1), None), b"most2": (str(2**63 - 1), None), b"few": ("3", "0" * 32 + "-2"),
        b"parts": ("5", "0" * 32 + "-2147483647"), b"clear": ("5", "\u009b2J\u202e" + "0" * 28), b"plain": ("5", None)}
if sys.argv[1:] == ["vast"]:
    LIES = {b"%d" % i: (str(2**48), None) for i in range(40_000)}
LYING = sys.argv[1:] in (["lying"], ["vast"])
if LYING:
    KEYS = sorted(LIES)
BUSY = sys.argv[1:] == ["busy"]
if BUSY:
    KEYS = sorted(b"%d" % i for i in range(40))
rejected = collections.Counter()


def quoted(key):
    return urllib.parse.quote_from_bytes(key, safe="/")


def etag_of(key):
    return LYING and LIES[key][1] or hashlib.md5(key).hexdigest()


class Store(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        path, _, query = self.path.partition("?")
        if query and "list-type=2" in query:
            entries = "".join(
                f"<Contents><Key>{quoted(key)}</Key><ETag>&quot;{etag_of(key)}&quot;</ETag>"
                f"<Size>{LIES[key][0] if LYING else len(key)}</Size><LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents>" for key in KEYS)
            self.answer(200, (
                '<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">'
                f"<Name>odd</Name><Prefix/><EncodingType>url</EncodingType><KeyCount>{len(KEYS)}</KeyCount>"
                f"<IsTruncated>{str(ENDLESS).lower()}</IsTruncated>{entries}</ListBucketResult>").encode(), "application/xml")
            return
        key = urllib.parse.unquote_to_bytes(path.removeprefix("/odd/"))
        if BUSY and rejected[key] < 6:
            rejected[key] += 1
            self.answer(503, b"<Error><Code>ServiceUnavailable</Code><Message>busy</Message></Error>", "application/xml")
        elif key in KEYS:
            self.answer(200, key, "binary/octet-stream", etag_of(key))
        else:
            self.answer(404, b"<Error><Code>NoSuchKey</Code><Message>no such key</Message></Error>", "application/xml")

    def answer(self, status, body, kind, etag=None):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        if etag:
            # send_header encodes text as Latin-1.
            self.send_header("ETag", f'"{etag}"'.encode().decode("latin-1"))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Store)
print(server.server_port, flush=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
sys.stdin.read()
