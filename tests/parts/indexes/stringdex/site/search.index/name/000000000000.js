rd_("@mBridge of Ash@oBridge of Birch@kMill of Ash@mMill of Birch@lTower of Ash@nTower of Birch@kWell of Ash@mWell of Birch")
