def fail():
    raise ExceptionGroup("several", [ValueError("one"), ExceptionGroup("inner", [TypeError("two")])])

fail()
