"""Compares the results of the Python package with those of hashlib, hmac and b3sum, and tests errors that callers can make."""

import array
import copy
import ctypes
import gc
import hashlib
import hmac
import io
import multiprocessing
import os
import pickle
import random
import shutil
import subprocess
import sys
import threading
import time
import unittest

import lanewise
from lanewise._library import library

SEED = int(os.environ.get("LANEWISE_TEST_SEED", random.randrange(2**32)))
print(f"Random input: LANEWISE_TEST_SEED={SEED}")
HASHLIB = {
    "md5": "md5", "sha1": "sha1", "sha224": "sha224", "sha256": "sha256", "sha384": "sha384", "sha512": "sha512",
    "sha3-224": "sha3_224", "sha3-256": "sha3_256", "sha3-384": "sha3_384", "sha3-512": "sha3_512", "blake2b": "blake2b",
    "blake2s": "blake2s",
}


def in_child(method, threads, queue):
    try:
        queue.put(lanewise.hash_many("md5", [b"a", b"b"], threads=threads))
    except RuntimeError as error:
        queue.put(str(error))


class LanewiseTests(unittest.TestCase):
    def setUp(self):
        self.random = random.Random(SEED)

    def messages(self, count, longest):
        return [self.random.randbytes(self.random.randrange(longest + 1)) for _ in range(count)]

    def test_digests_equal_hashlib(self):
        for name, other in HASHLIB.items():
            reference = getattr(hashlib, other)
            for message in [b"", *self.messages(20, 300), *self.messages(3, 100_000)]:
                wanted = reference(message).digest()
                with self.subTest(name=name, length=len(message)):
                    self.assertEqual(wanted, lanewise.digest(name, message))
                    self.assertEqual(wanted, lanewise.new(name, message).digest())
                    self.assertEqual(wanted.hex(), getattr(lanewise, name.replace("-", "_"))(message).hexdigest())

    def test_many_messages_equal_hashlib(self):
        for name, other in HASHLIB.items():
            reference = getattr(hashlib, other)
            for count, longest in ((1, 100), (500, 300), (20, 10_000), (0, 1)):
                messages = self.messages(count, longest)
                wanted = [reference(message).digest() for message in messages]
                for threads in (1, 2, 0):
                    with self.subTest(name=name, count=count, threads=threads):
                        self.assertEqual(wanted, lanewise.hash_many(name, messages, threads=threads))

    def test_rows_and_lengths_need_no_copy(self):
        data = self.random.randbytes(50 * 40)
        wanted = [hashlib.md5(data[i * 40:i * 40 + 40]).digest() for i in range(50)]
        for source in (data, bytearray(data), array.array("B", data), memoryview(data)):
            rows = memoryview(source).cast("B", (50, 40))
            self.assertEqual(wanted, [bytes(row) for row in self.rows(lanewise.hash_many("md5", rows), 16)])
            digests = lanewise.hash_many("md5", source, lengths=[40] * 50)
            self.assertEqual(wanted, self.rows(digests, 16))

    def test_digests_are_written_to_the_given_buffer(self):
        data = self.random.randbytes(50 * 40)
        messages = [data[i:i + 40] for i in range(0, len(data), 40)]
        wanted = b"".join(hashlib.md5(message).digest() for message in messages)
        for source, lengths in ((messages, None), (memoryview(data).cast("B", (50, 40)), None), (data, [40] * 50)):
            for out in (bytearray(50 * 16), memoryview(bytearray(50 * 16)).cast("B", (50, 16)), array.array("Q", [0] * 100)):
                self.assertIs(out, lanewise.hash_many("md5", source, lengths=lengths, out=out))
                self.assertEqual(wanted, bytes(out))
            for out in (bytearray(50 * 16 - 1), bytearray(50 * 16 + 1), bytes(50 * 16), memoryview(bytearray(1600))[::2]):
                with self.assertRaisesRegex(ValueError, "out must be a writable, C-contiguous buffer of 800 bytes"):
                    lanewise.hash_many("md5", source, lengths=lengths, out=out)
        own = bytearray(data)
        with self.assertRaisesRegex(ValueError, "overlap"):
            lanewise.hash_many("md5", memoryview(own)[:1600].cast("B", (40, 40)), out=memoryview(own)[:640])
        self.assertEqual(data, own)

    @staticmethod
    def rows(digests, size):
        data = bytes(digests)
        return [data[i:i + size] for i in range(0, len(data), size)]

    def test_numpy_rows_give_numpy_rows(self):
        try:
            import numpy
        except ImportError:
            self.skipTest("python3-numpy is not installed; see tools/install-test-deps.sh")
        rows = numpy.frombuffer(self.random.randbytes(3000), numpy.uint8).reshape(100, 30)
        digests = lanewise.hash_many("blake2b", rows)
        self.assertEqual((100, 64), digests.shape)
        for row, digest in zip(rows, digests):
            self.assertEqual(hashlib.blake2b(row.tobytes()).digest(), digest.tobytes())
        with self.assertRaises(ValueError):
            lanewise.hash_many("md5", rows.T)
        with self.assertRaises(ValueError):
            lanewise.hash_many("md5", rows.astype(numpy.uint32))

    def test_keys_equal_hashlib_and_hmac(self):
        key, message = self.random.randbytes(32), self.random.randbytes(500)
        self.assertEqual(hashlib.blake2b(message, key=key).digest(), lanewise.blake2b(message, key=key).digest())
        self.assertEqual(hashlib.blake2s(message, key=key).digest(), lanewise.digest("blake2s", message, key=key))
        for name in ("md5", "sha1", "sha256", "sha512"):
            wanted = hmac.digest(key, message, name)
            self.assertEqual(wanted, lanewise.digest(f"hmac-{name}", message, key=key))
            self.assertEqual(wanted, getattr(lanewise, f"hmac_{name}")(key, message).digest())
            self.assertEqual([wanted] * 3, lanewise.hash_many(f"hmac-{name}", [message] * 3, key=key))

    def test_blake3_equals_b3sum(self):
        if not shutil.which("b3sum"):
            self.skipTest("b3sum is not installed; see tools/install-test-deps.sh")
        for length in (0, 1, 1024, 1025, 100_000):
            message = self.random.randbytes(length)
            wanted = subprocess.run(["b3sum", "--no-names"], input=message, capture_output=True, check=True)
            self.assertEqual(wanted.stdout.decode().strip(), lanewise.blake3(message).hexdigest())
            derived = subprocess.run(
                ["b3sum", "--no-names", "--derive-key", "a context"], input=message, capture_output=True, check=True)
            self.assertEqual(derived.stdout.decode().strip(), lanewise.derive_key("a context", message).hex())

    def test_digest_sizes_are_supported(self):
        message = self.random.randbytes(100)
        self.assertEqual(hashlib.blake2b(message, digest_size=20).digest(), lanewise.blake2b(message, digest_size=20).digest())
        self.assertEqual(hashlib.shake_128(message).digest(300), lanewise.digest("shake128", message, digest_size=300))
        self.assertEqual(
            [hashlib.blake2s(m, digest_size=9).digest() for m in (b"a", b"bc")],
            lanewise.hash_many("blake2s", [b"a", b"bc"], digest_size=9))

    def test_updates_and_copies_give_the_digest_of_the_data(self):
        message = self.random.randbytes(5000)
        actual, reference = lanewise.sha3_256(), hashlib.sha3_256()
        for start in range(0, len(message), 777):
            actual.update(bytearray(message[start:start + 777]))
            reference.update(message[start:start + 777])
            other = actual.copy()
            self.assertEqual(reference.digest(), other.digest())
            other.update(b"more")
            self.assertEqual(reference.digest(), actual.digest())
        self.assertEqual((reference.digest_size, reference.block_size), (actual.digest_size, actual.block_size))

    def test_verify_accepts_only_the_digest(self):
        digest = hashlib.sha256(b"abc").digest()
        self.assertTrue(lanewise.verify("sha256", b"abc", digest))
        self.assertFalse(lanewise.verify("sha256", b"abd", digest))
        with self.assertRaises(ValueError):
            lanewise.verify("sha256", b"abc", digest[:8])
        key = self.random.randbytes(32)
        for name in ("blake2b", "blake3", "kmac256"):
            mac = lanewise.digest(name, b"abc", key=key, digest_size=16)
            self.assertTrue(lanewise.verify(name, b"abc", mac, key=key))
            for size in (1, 15):
                with self.assertRaisesRegex(ValueError, "can be guessed"):
                    lanewise.verify(name, b"abc", lanewise.digest(name, b"abc", key=key, digest_size=size), key=key)
        self.assertTrue(lanewise.verify("blake2b-64", b"abc", lanewise.digest("blake2b-64", b"abc", key=key), key=key))

    def test_copies_are_independent(self):
        for made in (copy.copy, copy.deepcopy):
            actual = lanewise.md5(b"abc")
            other = made(actual)
            other.update(b"def")
            del other
            self.assertEqual(hashlib.md5(b"abc").digest(), actual.digest())
        with self.assertRaises(TypeError):
            pickle.dumps(actual)

    def test_an_object_without_a_boolean_value_is_hashed(self):
        class Array(bytearray):
            def __ne__(self, other):
                raise ValueError("The truth value of an array is ambiguous.")

        self.assertEqual(hashlib.md5(b"abc").digest(), lanewise.md5(Array(b"abc")).digest())

    def test_outputs_of_several_gib_are_written(self):
        if os.environ.get("LANEWISE_HUGE") != "1":
            self.skipTest("Messages of several GiB are tested only with LANEWISE_HUGE=1.")
        wanted = hashlib.shake_128(b"a").digest(32768)
        for lengths in ([1] * 65536, [1] * 65537):
            digests = memoryview(lanewise.hash_many("shake128", b"a" * len(lengths), lengths=lengths, digest_size=32768)).cast("B")
            self.assertEqual([wanted, wanted], [bytes(digests[:32768]), bytes(digests[-32768:])])
        one = lanewise.hash_many("shake128", memoryview(b"a").cast("B", (1, 1)), digest_size=(1 << 30) + 1)
        self.assertEqual(wanted, bytes(memoryview(one).cast("B")[:32768]))

    def test_merkle_root_follows_its_rule(self):
        left, right = self.random.randbytes(32), self.random.randbytes(32)
        wanted = hashlib.sha256(hashlib.sha256(left + right).digest()).digest()
        self.assertEqual(wanted, lanewise.merkle_root(lanewise.MERKLE_BITCOIN, left + right))
        wanted = hashlib.sha256(b"\x01" + left + right).digest()
        self.assertEqual(wanted, lanewise.merkle_root(lanewise.MERKLE_RFC6962, left + right, threads=0))

    def test_invalid_arguments_raise(self):
        for error, call in (
            (ValueError, lambda: lanewise.new("md6")),
            (ValueError, lambda: lanewise.md5(key=b"1234")),
            (ValueError, lambda: lanewise.blake3(key=b"")),
            (ValueError, lambda: lanewise.md5(digest_size=15)),
            (ValueError, lambda: lanewise.md5(digest_size=0)),
            (ValueError, lambda: lanewise.digest("md5", b"", digest_size=15)),
            (ValueError, lambda: lanewise.digest("hmac-md5", b"")),
            (ValueError, lambda: lanewise.hash_many("md5", b"abc")),
            (ValueError, lambda: lanewise.hash_many("md5", b"abc", lengths=[1, 1])),
            (ValueError, lambda: lanewise.hash_many("md5", [b"a"], threads=-1)),
            (ValueError, lambda: lanewise.merkle_root(lanewise.MERKLE_SSZ, b"short")),
            (ValueError, lambda: lanewise.merkle_root(1 << 32, bytes(64))),
            (ValueError, lambda: lanewise.merkle_root(lanewise.MERKLE_SSZ, bytes(64), limit=1 << 64)),
            (ValueError, lambda: lanewise.new("blake3", digest_size=1 << 33)),
            (TypeError, lambda: lanewise.blake2b(b"abc", key=16)),
            (TypeError, lambda: lanewise.blake2b(b"abc", key="key")),
            (TypeError, lambda: lanewise.blake2b(b"abc", key=[1, 2])),
            (TypeError, lambda: lanewise.digest("hmac-sha256", b"abc", key=32)),
            (TypeError, lambda: lanewise.verify("md5", b"abc", 16)),
            (TypeError, lambda: lanewise.hash_many("md5", [[97, 98]])),
            (TypeError, lambda: lanewise.md5("text")),
            (TypeError, lambda: lanewise.hash_many("md5", ["text"])),
            (TypeError, lambda: lanewise.hash_many("md5", [1])),
            (TypeError, lambda: lanewise.hash_many("md5", "text")),
            ((OverflowError, TypeError), lambda: lanewise.hash_many("md5", b"abc", lengths=[-1])),
        ):
            with self.assertRaises(error):
                call()

    def test_names_of_hashlib_are_accepted(self):
        for name in ("md5", "sha3_256", "shake_128", "shake_256", "sha512_256", "SHA256", "blake2b"):
            actual, reference = lanewise.new(name, b"abc", usedforsecurity=False), hashlib.new(name, b"abc")
            wanted = reference.digest(actual.digest_size) if name.startswith("shake") else reference.digest()
            self.assertEqual((wanted, reference.block_size), (actual.digest(), actual.block_size), name)
            self.assertEqual([wanted], lanewise.hash_many(name, [b"abc"]))
        if hasattr(hashlib, "file_digest"):  # Python 3.11
            file = io.BytesIO(b"abc" * 100_000)
            self.assertEqual(hashlib.sha1(b"abc" * 100_000).digest(), hashlib.file_digest(file, lanewise.sha1).digest())

    def test_two_threads_run_native_code_at_once(self):
        """A call of one thread starts and ends during a call of another thread."""
        self.assertTrue(any(self.overlaps(ctypes.CDLL) for _ in range(50)))

    def test_a_call_that_holds_the_interpreter_does_not_overlap(self):
        """Verifies that the test above can fail: it must fail for calls that keep the interpreter lock."""
        self.assertFalse(any(self.overlaps(ctypes.PyDLL) for _ in range(3)))

    def overlaps(self, kind):
        """Returns whether a short call in a second thread runs during a long call of the first thread. The interpreter
        switches threads only where a thread releases its lock."""
        function = kind(library._name).lanewise_digest
        function.argtypes, function.restype = library.lanewise_digest.argtypes, library.lanewise_digest.restype
        data, digests = bytes(20_000_000), [ctypes.create_string_buffer(32) for _ in range(2)]
        state, found = "before", []

        def short_calls():
            while state == "before":
                time.sleep(0)
            while state == "inside" and not found:
                function(b"md5", None, 0, data, 100, digests[1], 16)
                if state == "inside":
                    found.append(True)

        thread = threading.Thread(target=short_calls)
        interval = sys.getswitchinterval()
        sys.setswitchinterval(1000)
        try:
            thread.start()
            state = "inside"
            function(b"keccak-256", None, 0, data, len(data), digests[0], 32)
            state = "after"
            thread.join()
        finally:
            sys.setswitchinterval(interval)
        return bool(found)

    def test_threads_share_nothing(self):
        messages = self.messages(300, 200)
        wanted = [hashlib.blake2b(message).digest() for message in messages]
        results = []
        threads = [
            threading.Thread(target=lambda: results.append(lanewise.hash_many("blake2b", messages, threads=2))) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual([wanted] * 8, results)

    def test_forked_processes_hash_on_one_thread(self):
        wanted = [hashlib.md5(m).digest() for m in (b"a", b"b")]
        lanewise.hash_many("md5", [b"a"] * 100_000, threads=0)
        for method, threads in (("fork", 1), ("fork", 0), ("spawn", 0)):
            context = multiprocessing.get_context(method)
            queue = context.Queue()
            process = context.Process(target=in_child, args=(method, threads, queue))
            process.start()
            result = queue.get(timeout=300)
            process.join()
            if (method, threads) == ("fork", 0):
                self.assertIn("forked", result)
            else:
                self.assertEqual(wanted, result)

    def test_freed_hashes_are_freed_once(self):
        for _ in range(10_000):
            lanewise.md5(b"abc").copy()
        gc.collect()
        self.assertEqual(hashlib.md5(b"abc").digest(), lanewise.md5(b"abc").digest())


if __name__ == "__main__":
    result = unittest.main(exit=False, verbosity=0).result
    failed, skipped = len(result.failures) + len(result.errors), len(result.skipped)
    for test, reason in result.skipped:
        print(f"skipped: {test}: {reason}")
    print(f"{result.testsRun - failed - skipped} passed, {failed} failed, {skipped} skipped")
    raise SystemExit(failed > 0)
