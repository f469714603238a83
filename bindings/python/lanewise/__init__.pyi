from collections.abc import Buffer, Callable, Iterable, Sequence
from typing import Any, Final, TypeVar, overload

__version__: Final[str]
algorithms_available: Final[frozenset[str]]
MERKLE_BITCOIN: Final = 0
MERKLE_RFC6962: Final = 1
MERKLE_SSZ: Final = 2

_Out = TypeVar("_Out", bound=Buffer)

class Hash:
    name: str
    digest_size: int
    block_size: int
    def __init__(self, name: str, data: Buffer = ..., *, key: Buffer | None = ..., digest_size: int | None = ...) -> None: ...
    def update(self, data: Buffer, /) -> None: ...
    def digest(self) -> bytes: ...
    def hexdigest(self) -> str: ...
    def copy(self) -> Hash: ...

def new(
    name: str, data: Buffer = ..., *, key: Buffer | None = ..., digest_size: int | None = ..., usedforsecurity: bool = ...
) -> Hash: ...
def digest(name: str, data: Buffer, *, key: Buffer | None = ..., digest_size: int | None = ...) -> bytes: ...
def verify(name: str, data: Buffer, expected: Buffer, *, key: Buffer | None = ...) -> bool: ...
def derive_key(context: str, material: Buffer, length: int = ...) -> bytes: ...
@overload
def hash_many(
    name: str, messages: Sequence[Buffer], *, key: Buffer | None = ..., digest_size: int | None = ..., threads: int = ...,
    out: None = ...
) -> list[bytes]: ...
@overload
def hash_many(
    name: str, messages: Buffer, *, lengths: Iterable[int] | None = ..., key: Buffer | None = ...,
    digest_size: int | None = ..., threads: int = ..., out: None = ...
) -> Any: ...
@overload
def hash_many(
    name: str, messages: Sequence[Buffer] | Buffer, *, lengths: Iterable[int] | None = ..., key: Buffer | None = ...,
    digest_size: int | None = ..., threads: int = ..., out: _Out
) -> _Out: ...
def merkle_root(rule: int, leaves: Buffer, *, limit: int = ..., threads: int = ...) -> bytes: ...

_Start = Callable[..., Hash]
blake2b: _Start
blake2bp: _Start
blake2s: _Start
blake2sp: _Start
blake2xb: _Start
blake2xs: _Start
blake3: _Start
cshake128: _Start
cshake256: _Start
hmac_md5: _Start
hmac_sha1: _Start
hmac_sha256: _Start
hmac_sha512: _Start
kangarootwelve: _Start
keccak_256: _Start
kmac128: _Start
kmac256: _Start
md5: _Start
sha1: _Start
sha224: _Start
sha256: _Start
sha3_224: _Start
sha3_256: _Start
sha3_384: _Start
sha3_512: _Start
sha384: _Start
sha512: _Start
sha512_256: _Start
shake128: _Start
shake256: _Start
skein_1024: _Start
skein_256: _Start
skein_512: _Start
turboshake128: _Start
turboshake256: _Start
