'tab\t' + '"quoted"'
