import contextlib, functools, contextvars, weakref, copy, types

@contextlib.contextmanager
def traced(name):
    print("enter", name)
    try:
        yield name
    finally:
        print("leave", name)

with contextlib.ExitStack() as stack:
    print([stack.enter_context(traced(n)) for n in "ab"])

@functools.lru_cache
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)

@functools.singledispatch
def show(x): return "any"
@show.register
def _(x: int): return "int"

fib(90), show(1), show("s"), copy.deepcopy([[1]])
