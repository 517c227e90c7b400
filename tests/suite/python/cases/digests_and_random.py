import hashlib, hmac, secrets, uuid
print(hashlib.sha256(b"abc").hexdigest()[:16], hashlib.md5(b"").hexdigest(), hashlib.blake2b(b"", digest_size=4).hexdigest(), hashlib.new("sha3_256", b"").hexdigest()[:8])
print(hmac.new(b"k", b"m", "sha256").hexdigest()[:16], uuid.uuid5(uuid.NAMESPACE_DNS, "example.com"))
len({secrets.token_hex(8) for _ in range(50)}), len({uuid.uuid4() for _ in range(50)}), uuid.uuid7().version
