"""Commands as functions (inspect, harvest, integrate): the only asynchronous code."""
