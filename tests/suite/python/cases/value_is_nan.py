float("nan"), float("inf"), -0.0
