()=>import("./@localSearchIndexroot.Z.js")
