/** Loaded into a launched program. Sends the program SIGTERM when its launcher is gone (killed or crashed). */
import { isMainThread } from 'node:worker_threads';

// The program's own threads and child processes load this too, but only the program itself was launched.
if (isMainThread && process.env.COUNTINGHOUSE_LAUNCHED) {
  delete process.env.COUNTINGHOUSE_LAUNCHED;
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  // The listener alone would keep a finished program running.
  process.channel?.unref();
}
