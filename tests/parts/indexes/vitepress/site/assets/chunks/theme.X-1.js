let a=()=>import("./VPLocalSearchBox.6q.js")
