import sys, importlib, json
del sys.modules["json"]
import json as fresh
fresh is not json, importlib.reload(fresh) is fresh, fresh.dumps([1])
