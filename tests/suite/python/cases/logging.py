import logging, sys
logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
logging.getLogger("app").info("started %d", 1)
logging.debug("hidden")
handler = logging.FileHandler("app.log")
logging.getLogger().addHandler(handler)
logging.warning("kept")
