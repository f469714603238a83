"""Writes files to an S3 object store. Uses only Python's standard library, and signs requests with AWS Signature Version 4.

    objects.py ENDPOINT KEY SECRET-FILE make BUCKET
    objects.py ENDPOINT KEY SECRET-FILE put BUCKET FOLDER [PART-SIZE]     puts every file; larger files than PART-SIZE are uploaded in parts
    objects.py ENDPOINT KEY SECRET-FILE object BUCKET OBJECT FILE
    objects.py ENDPOINT KEY SECRET-FILE delete BUCKET OBJECT...
    objects.py ENDPOINT KEY SECRET-FILE etags BUCKET                      prints a line "ETag size key" for each object
"""
import datetime
import hashlib
import hmac
import http.client
import os
import re
import sys
import threading
import urllib.parse
import xml.etree.ElementTree

REGION = "test"


class Store:
    def __init__(self, endpoint, key, secret):
        self.host, self.key, self.secret = urllib.parse.urlsplit(endpoint).netloc, key, secret
        self.connection = http.client.HTTPConnection(self.host, timeout=120)

    def ask(self, method, path, query=(), body=b""):
        now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y%m%dT%H%M%SZ")
        day, digest = now[:8], hashlib.sha256(body).hexdigest()
        path = urllib.parse.quote(path)
        quote = lambda text: urllib.parse.quote(text, safe="-_.~")
        line = "&".join(f"{quote(name)}={quote(value)}" for name, value in sorted(query))
        headers = {"host": self.host, "x-amz-content-sha256": digest, "x-amz-date": now}
        names = ";".join(headers)
        request = "\n".join([method, path, line, *(f"{name}:{value}" for name, value in headers.items()), "", names, digest])
        scope = f"{day}/{REGION}/s3/aws4_request"
        text = "\n".join(["AWS4-HMAC-SHA256", now, scope, hashlib.sha256(request.encode()).hexdigest()])
        key = ("AWS4" + self.secret).encode()
        for word in (day, REGION, "s3", "aws4_request", text):
            key = hmac.new(key, word.encode(), hashlib.sha256).digest()
        headers["Authorization"] = f"AWS4-HMAC-SHA256 Credential={self.key}/{scope}, SignedHeaders={names}, Signature={key.hex()}"
        self.connection.request(method, path + (f"?{line}" if line else ""), body, headers)
        answer = self.connection.getresponse()
        content = answer.read()
        if answer.status >= 300:
            raise SystemExit(f"{method} {path}?{line}: {answer.status} {content[:400]!r}")
        return answer, content.decode()

    def put(self, bucket, key, file, part_size):
        path = f"/{bucket}/{key}"
        with open(file, "rb") as source:
            if not part_size or os.path.getsize(file) <= part_size:
                self.ask("PUT", path, body=source.read())
                return
            upload = re.search("<UploadId>(.*)</UploadId>", self.ask("POST", path, [("uploads", "")])[1])[1]
            parts = ""
            for number, part in enumerate(iter(lambda: source.read(part_size), b""), 1):
                answer, _ = self.ask("PUT", path, [("partNumber", str(number)), ("uploadId", upload)], part)
                parts += f"<Part><PartNumber>{number}</PartNumber><ETag>{answer.headers['ETag']}</ETag></Part>"
            whole = f"<CompleteMultipartUpload>{parts}</CompleteMultipartUpload>"
            self.ask("POST", path, [("uploadId", upload)], whole.encode())

    def objects(self, bucket):
        after = ""
        while True:
            tree = xml.etree.ElementTree.fromstring(self.ask("GET", f"/{bucket}", [("list-type", "2"), ("start-after", after)])[1])
            name = lambda tag: re.sub("}.*", "}", tree.tag) + tag
            for entry in tree.iter(name("Contents")):
                after = entry.findtext(name("Key"))
                yield entry.findtext(name("ETag")).strip('"'), entry.findtext(name("Size")), after
            if tree.findtext(name("IsTruncated")) != "true":
                return


def main(endpoint, key, secret_file, command, bucket, *rest):
    with open(secret_file, encoding="ascii") as secret_of:
        secret = secret_of.read()
    store = Store(endpoint, key, secret)
    if command == "make":
        store.ask("PUT", f"/{bucket}")
    elif command == "put":
        folder, part_size = rest[0], int(rest[1]) if len(rest) > 1 else 0
        files = [os.path.join(at, name) for at, _, names in os.walk(folder) for name in names]

        def some(first, stores=4):
            mine = Store(endpoint, key, secret)
            for file in files[first::stores]:
                mine.put(bucket, os.path.relpath(file, folder), file, part_size)
                done.append(file)

        done = []
        threads = [threading.Thread(target=some, args=(first,)) for first in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if len(done) != len(files):
            raise SystemExit(f"{len(done)} of {len(files)} objects were uploaded")
    elif command == "object":
        store.put(bucket, rest[0], rest[1], 0)
    elif command == "delete":
        for name in rest:
            store.ask("DELETE", f"/{bucket}/{name}")
    elif command == "etags":
        for etag, size, name in store.objects(bucket):
            print(etag, size, name)
    else:
        raise SystemExit(__doc__)


main(*sys.argv[1:])
