import signal
signal.signal(signal.SIGTERM, lambda *a: print("got it"))
signal.raise_signal(signal.SIGTERM)
hasattr(signal, "alarm")
