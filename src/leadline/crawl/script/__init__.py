"""Sources whose answers a script draws: taken without a browser, or by the call learned in one."""
