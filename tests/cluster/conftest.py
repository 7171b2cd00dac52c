"""For the tests of the cluster, with Ray and without; the former have little more than pytest."""

import signal

# A shell that starts the tests in the background, and nohup, let them and their children ignore these signals.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)
