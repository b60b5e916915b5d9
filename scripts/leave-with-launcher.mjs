/** Loaded into a launched program: when its launcher is gone (killed, crashed), it is asked to stop as by SIGTERM. */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// Listening alone would keep a program running that has nothing left to do.
process.channel?.unref();
