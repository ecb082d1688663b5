rd_("AdStands in the north.AdStands in the north.AdStands in the north.AdStands in the north.AdStands in the north.AdStands in the north.AdStands in the north.AdStands in the north.")
