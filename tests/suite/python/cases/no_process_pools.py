import multiprocessing
multiprocessing.Pool(2)
