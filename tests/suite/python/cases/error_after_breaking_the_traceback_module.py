import traceback, builtins
traceback.TracebackException.format = None
builtins.len = None
raise ValueError("what now")
