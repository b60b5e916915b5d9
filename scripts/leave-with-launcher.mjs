/** Loaded into a launched program: when its launcher is gone (killed, crashed), it is asked to stop as by SIGTERM. */
import { isMainThread } from 'node:worker_threads';

// Threads and processes that the program makes load this too; only the program itself was launched.
if (isMainThread && process.env.COUNTINGHOUSE_LAUNCHED) {
  delete process.env.COUNTINGHOUSE_LAUNCHED;
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  // Listening alone would keep a program running that has nothing left to do.
  process.channel?.unref();
}
