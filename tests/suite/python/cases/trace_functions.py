import sys
calls = []
def trace(frame, event, argument):
    calls.append(event)
    return trace
sys.settrace(trace)
sys.setprofile(lambda *a: None)
def f(): return 1
f()
sys.settrace(None)
calls[:3]
