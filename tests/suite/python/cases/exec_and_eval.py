scope = {}
exec("def f(x): return x * 2", scope)
scope["f"](21), eval("1 + 2", {}), compile("3", "x", "eval").co_filename
