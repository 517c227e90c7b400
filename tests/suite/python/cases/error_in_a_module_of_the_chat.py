import helper_module
helper_module.fail(3)
