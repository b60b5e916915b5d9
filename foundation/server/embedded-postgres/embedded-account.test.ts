import { expect, test } from 'vitest';
import { accountsOf, runAs, spawnAs } from './embedded-account.ts';
import { restartPauseMs } from './embedded-postgres.ts';

test('reads accounts from the passwd file and skips comments and broken lines', () => {
  const accounts = accountsOf(
    '# comment\nroot:x:0:0:root:/root:/bin/bash\npostgres:x:101:104::/:/bin/sh\nodd:x:one:2\n\nshort\n',
  );
  expect([...accounts.values()]).toEqual([
    { name: 'root', uid: 0, gid: 0 },
    { name: 'postgres', uid: 101, gid: 104 },
  ]);
});

test('a negative account number, as on macOS, works as the owner of a file and as the user of a process', () => {
  const nobody = accountsOf('nobody:*:-2:-2:Unprivileged User:/var/empty:/usr/bin/false').get('nobody');
  expect(nobody).toMatchObject({ uid: 4_294_967_294, gid: 4_294_967_294 });
  expect(spawnAs(nobody)).toMatchObject({ uid: -2, gid: -2 });
});

test('the database never sees the environment of the process that starts it', async () => {
  process.env['PGDATA'] = '/nowhere';
  const { output } = await runAs(undefined, '/bin/sh', ['-c', 'echo "${PGDATA:-unset}"']);
  delete process.env['PGDATA'];
  expect(output).toBe('unset');
});

test('a program that fails or does not exist is reported and not thrown', async () => {
  expect(await runAs(undefined, '/bin/sh', ['-c', 'echo no; exit 3'])).toEqual({ ok: false, output: 'no' });
  expect(await runAs(undefined, '/no/such/program', [])).toMatchObject({
    ok: false,
    output: expect.stringContaining('ENOENT'),
  });
});

test('the pause between restarts grows to half a minute and stays there', () => {
  expect([1, 2, 3, 4, 8, 9, 10, 50].map(restartPauseMs)).toEqual([100, 200, 400, 800, 12_800, 25_600, 30_000, 30_000]);
});
