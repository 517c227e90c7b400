def primes(limit):
    sieve = bytearray([1]) * limit
    for n in range(2, limit):
        if sieve[n]:
            yield n
            sieve[n * n :: n] = bytes(len(range(n * n, limit, n)))

{n: n % 4 for n in primes(20)}, [*primes(12)], sum(primes(1000)), (m := max(primes(100)))
