"""Published methods under their own names, their rivals, and the bench that measures them."""
