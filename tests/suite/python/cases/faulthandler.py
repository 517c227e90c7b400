import faulthandler
faulthandler.enable()
faulthandler.is_enabled()
