import os, sys
dict(os.environ), sys.argv, sys.path[0], sys.version_info[:2], sys.platform
