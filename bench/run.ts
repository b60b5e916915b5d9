/**
 * `npm run bench` runs every benchmark except the soak, which takes an hour. `npm run bench -- posting soak` runs only
 * those. Each prints its own figures.
 */
import { spawnSync } from 'node:child_process';

const benches = [
  'posting',
  'gateway',
  'lists',
  'operator',
  'agents',
  'export',
  'reconciliation',
  'statements',
  'batch',
  'resend',
  'start',
  'console',
  'soak',
] as const;

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !(benches as readonly string[]).includes(name));
if (unknown) {
  console.error(`unknown bench ${unknown}; the benches are ${benches.join(', ')}`);
  process.exitCode = 1;
} else {
  for (const name of wanted.length > 0 ? wanted : benches.filter((one) => one !== 'soak')) {
    console.log(`\n== ${name}`);
    const { status } = spawnSync(process.execPath, [new URL(`./${name}.ts`, import.meta.url).pathname], {
      stdio: 'inherit',
    });
    if (status !== 0) process.exitCode = 1;
  }
}
