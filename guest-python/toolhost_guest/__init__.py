"""The code interpreter: a tool that runs Python code, itself a component.

`componentize-py` imports `toolhost_guest.app` while it builds the component and then freezes the whole interpreter:
memory at the end of that import is memory at the start of every call. What a module here does at import time is
therefore paid once, at build time, and what it leaves in memory is there for every call.

`run`, `streams`, `report`, `failure` and `arguments` know nothing of WebAssembly and run under any CPython 3.11+.
"""
