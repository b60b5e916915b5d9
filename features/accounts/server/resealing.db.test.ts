import { afterAll, beforeAll, expect, test } from 'vitest';
import { updatePepperMarks } from './resealing.ts';
import { type People, people } from './people-for-tests.ts';

const FORMER = '0123456789abcdef';
let app: People;
beforeAll(async () => {
  app = await people();
});
afterAll(() => app.close());

test('every hash of a password is marked with the former key once: own, payment and given', async () => {
  const { userId } = await app.addMember({ username: 'rotated' });
  await app.addMember({ username: 'plain' });
  await app.db.pool.query(
    'update users set pay_password_hash = password_hash, given_password_hash = password_hash where user_id = $1',
    [userId],
  );
  for (let round = 0; round < 2; round += 1) await app.db.transaction((tx) => updatePepperMarks(tx, FORMER));
  const { rows } = await app.db.pool.query<Record<string, string | null>>(
    'select password_hash, pay_password_hash, given_password_hash from users order by user_id',
  );
  const marked = expect.stringMatching(new RegExp(`^former:${FORMER}\\$argon2id\\$[^:]+$`)) as string;
  expect(rows).toEqual([
    { password_hash: marked, pay_password_hash: marked, given_password_hash: marked },
    { password_hash: marked, pay_password_hash: null, given_password_hash: null },
  ]);
});
