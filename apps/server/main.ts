/** All in one process: console, API, gateway and worker, as `npm start` and `npm run server` run it. */
import { readSettings, SettingsError } from '#foundation/server/settings.ts';
import { EmbeddedPostgresError } from '#foundation/server/embedded-postgres.ts';
import { describeDemo } from '#database/demo/people.ts';
import { startProcess, untilToldToStop } from './process.ts';

try {
  const settings = readSettings(process.env);
  const running = await startProcess(settings);
  process.stdout.write(`\nCountinghouse is ready at ${settings.publicUrl}\n${settings.demo ? describeDemo(settings.publicUrl) : ''}\n`);
  await untilToldToStop();
  await running.stop();
} catch (error) {
  if (error instanceof SettingsError || error instanceof EmbeddedPostgresError) process.stderr.write(`${error.message}\n`);
  else process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
}
