import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Credentials, credentialsOf } from '../credentials-for-tests.ts';
import { type People, people, type Person } from '../people-for-tests.ts';

let app: People;
let owners: Credentials;
let careful: Person;
let carefulId: bigint;
let secret: string;
let plain: Person;
let made = 0;

beforeAll(async () => {
  app = await people();
  owners = credentialsOf(app);
  carefulId = await app.addOperator('careful');
  await app.addOperator('plain');
  [careful, plain] = [app.person({ browser: true }), app.person({ browser: true })];
  await careful.logIn('careful');
  await plain.logIn('plain');
  ({ secret } = await owners.bindApp(careful));
});
afterAll(() => app.close());
// Each code of the app works once, and wrong ones are counted for 15 minutes.
beforeEach(async () => {
  app.clock.advance(16 * 60_000);
  await plain.post('/user/info');
  await careful.post('/user/info');
});

const step = () => ({ verifyType: 'google', verifyCode: owners.codeOf(secret) });
async function member(): Promise<string> {
  const { userId } = await app.addMember({ username: `m_${(made += 1)}` });
  return userId.toString();
}
const input: Readonly<Record<string, () => Promise<object>>> = {
  '/operator/user/disable': async () => ({ id: await member() }),
  '/operator/user/enable': async () => ({ id: await member() }),
  '/operator/user/resetFactor': async () => ({ id: await member() }),
  '/operator/user/startReset': async () => ({ id: await member() }),
  async '/operator/user/decideProposal'() {
    const about = await app.addOperator(`o_${(made += 1)}`);
    await app.db.pool.query('update users set mobile = $2 where user_id = $1', [
      about,
      `1360000${String(made).padStart(4, '0')}`,
    ]);
    const { data } = await plain.post<{ approvalId: string }>('/operator/user/startReset', {
      id: about.toString(),
      reason: 'lost',
    });
    return { id: data?.approvalId, decision: 'confirm' };
  },
};

test.each(Object.keys(input))(
  '%s asks for the bound factor, counts wrong codes, and spends a right one in its own transaction',
  async (path) => {
    const request = await input[path]?.();
    const written = async () =>
      (await owners.auditOf(carefulId)).filter((line) => !line.startsWith('second_step_failed')).length;
    const before = await written();
    expect(await careful.post(path, request)).toMatchObject({ code: -2, data: { methods: ['google'] } });
    for (let tries = 0; tries < 2; tries += 1)
      expect(await careful.post(path, { ...request, verifyType: 'google', verifyCode: '000000' })).toMatchObject({
        code: 0,
        error: 'second_step_wrong',
      });
    expect(await written()).toBe(before);
    const once = step();
    expect(await careful.post(path, { ...request, ...once })).toMatchObject({ code: 1 });
    expect(await careful.post(path, { ...(await input[path]?.()), ...once })).toMatchObject({
      code: 0,
      error: 'second_step_wrong',
    });
    for (let tries = 0; tries < 2; tries += 1)
      await careful.post(path, { ...(await input[path]?.()), verifyType: 'google', verifyCode: '000000' });
    app.clock.advance(30_000);
    expect(await careful.post(path, { ...(await input[path]?.()), ...step() })).toMatchObject({
      code: 0,
      error: 'second_step_locked',
    });
    // Negative control: no factor is asked for that is not bound.
    expect(await plain.post(path, await input[path]?.())).toMatchObject(
      path.endsWith('decideProposal') ? { error: 'own_proposal' } : { code: 1 },
    );
  },
);

test('a right code is not spent when nothing happens', async () => {
  const once = step();
  expect(
    await careful.post('/operator/user/startReset', {
      id: (await app.addOperator('without')).toString(),
      reason: 'lost',
      ...once,
    }),
  ).toMatchObject({
    error: 'reset_link_unreachable',
  });
  expect(await careful.post('/operator/user/startReset', { id: await member(), ...once })).toMatchObject({ code: 1 });
});
