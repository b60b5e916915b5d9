/** Runs everything in one process: console, API, gateway and worker. Used by `npm start` and `npm run server`. */
import { describeDemo } from '#database/demo/people.ts';
import { runCommand, printLine } from '#foundation/server/process/command.ts';
import { readSettings } from '#foundation/server/process/settings.ts';
import { startProcess, untilStopSignal } from './process.ts';

await runCommand(async () => {
  const settings = readSettings(process.env);
  const running = await startProcess(settings);
  const stopped = untilStopSignal();
  printLine(
    `\nCountinghouse is ready at ${settings.publicUrl}\n${settings.demo ? describeDemo(settings.publicUrl) : ''}`,
  );
  await stopped;
  await running.stop();
}, {});
