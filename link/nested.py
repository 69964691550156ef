"""A hand's key for evidence (DESIGN 4): sealed to two officials, one seal within the other; neither opens it alone. PURE.

The private halves are on no hub and no node: an official has his in a key file of his own (`dealer-table keys make`), and opens
his seal with it on his own machine. The outer one opens first and gives what is inside to the other.

    layer(payload, official) = ephemeral public key (32) ‖ box(payload) (16 + its length)
    nested                   = layer(layer(hand key, inner), outer)                        128 bytes

The ephemeral secrets are derived from the hand's key: nobody can know them who does not hold it already, and a run replays.
"""

from __future__ import annotations

import hashlib

from nacl.exceptions import CryptoError
from nacl.public import Box, PrivateKey, PublicKey

from link.keys import KeyPair, check_public_key, z85_decode
from link.seal import KEY_BYTES, SealError

INNER_BYTES = 32 + 16 + KEY_BYTES
NESTED_BYTES = 32 + 16 + INNER_BYTES


def nest(key: bytes, hand: int, outer: str, inner: str) -> bytes:
    """The key of a hand, sealed to the official `inner` and that to `outer` (public keys in z85): `NESTED_BYTES` bytes.

    Raises `SealError` if both are one person, `KeyFileError` for what is no public key.
    """
    if outer == inner:
        raise SealError("both officials have the same key: the second seal would be worth nothing")
    return _layer(key, hand, "outer", outer, _layer(key, hand, "inner", inner, key))


def unnest(sealed: bytes, pair: KeyPair) -> bytes:
    """What is inside the seal made for the owner of `pair`: the inner seal, or the hand's key. Raises `SealError`."""
    if len(sealed) not in (NESTED_BYTES, INNER_BYTES):
        raise SealError("that is no sealed key")
    own = PrivateKey(z85_decode(pair.secret))
    try:
        return bytes(Box(own, PublicKey(sealed[:32])).decrypt(sealed[32:], _nonce(sealed[:32], bytes(own.public_key))))
    except CryptoError:
        raise SealError("this key does not open that seal: it was made for another official, or is damaged") from None


def _layer(key: bytes, hand: int, name: str, official: str, payload: bytes) -> bytes:
    public = z85_decode(check_public_key(official))
    secret = PrivateKey(hashlib.blake2b(f"{hand}/{name}".encode(), key=key, digest_size=32, person=b"nested").digest())
    ephemeral = bytes(secret.public_key)
    sealed = Box(secret, PublicKey(public)).encrypt(payload, _nonce(ephemeral, public))
    return ephemeral + sealed.ciphertext


def _nonce(ephemeral: bytes, public: bytes) -> bytes:
    """Every ephemeral key is used once; the nonce binds it to its reader."""
    return hashlib.blake2b(ephemeral + public, digest_size=Box.NONCE_SIZE).digest()
