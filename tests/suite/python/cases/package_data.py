import importlib.resources, importlib.util, pkgutil, inspect, json, email
print(importlib.resources.files("tzdata").joinpath("zones").read_text().count("\n") > 300)
print([m.name for m in pkgutil.iter_modules(json.__path__)], pkgutil.get_data("tzdata", "zones")[:7])
print(inspect.getsource(json.dumps).splitlines()[0], importlib.util.find_spec("numpy"), importlib.util.find_spec("ssl"))
json.__file__, json.__spec__.origin
