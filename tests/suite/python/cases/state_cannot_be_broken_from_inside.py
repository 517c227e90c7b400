import builtins, json, sys, traceback, io, linecache, gc, os
json.encoder.encode_basestring = json.dumps = None
traceback.TracebackException.format = None
io.TextIOWrapper = gc.collect = gc.get_objects = linecache.getlines = os.chdir = None
sys.modules.clear()
builtins.len = builtins.isinstance = builtins.bytes = None
builtins.__dict__.clear()
"still an answer"
