class Stop(BaseException): pass
raise Stop("now")
