"""The commands of a person as functions: inspect, harvest, integrate; the only asynchronous code."""
