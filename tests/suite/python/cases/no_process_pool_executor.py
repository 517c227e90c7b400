from concurrent.futures import ProcessPoolExecutor
ProcessPoolExecutor()
