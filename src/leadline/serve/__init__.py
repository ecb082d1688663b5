"""The product in a browser (pages) and for programs (REST), for one person or a small group.

Handlers are thin: they read a request, call functions of ``app``, and render what comes back. A job
(a look at an address, a harvest, an integration) runs in a thread of the server's process.
"""
