import tools_of_mine, folder.part
tools_of_mine.twice(4), folder.part.NAME, tools_of_mine.__file__
