from __future__ import annotations

def f(x: undefined_name) -> also_undefined: ...

f.__annotations__
