var searchData = [["a_5", ["Tower of Birch", ["../5.html", 1, "N"]]], ["a_6", ["Well of Ash", ["../6.html", 1, "N"]]], ["a_7", ["Well of Birch", ["../7.html", 1, "N"]]]];
