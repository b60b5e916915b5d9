import { describe, expect, it } from 'vitest';
import { QueueFullError } from '#foundation/server/postgres/batcher.ts';
import { Sealer } from '#foundation/server/secrets/sealing.ts';
import { argonPasswords } from './passwords.ts';

const sealer = new Sealer(Buffer.alloc(32, 7));
const cheap = { memoryKiB: 1024, passes: 1 };

describe('passwords', () => {
  it('are stored as argon2id with 64 MiB and three passes, salted', async () => {
    const passwords = argonPasswords({ sealer });
    const [one, other] = await Promise.all([passwords.hash('Demo1234'), passwords.hash('Demo1234')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/);
    expect(one).not.toBe(other);
    expect(await passwords.verify(one, 'Demo1234')).toBe(true);
    expect(await passwords.verify(one, 'demo1234')).toBe(false);
    expect(passwords.isOutdated(one)).toBe(false);
  });

  it("can't be checked by someone who has the database but not the master key", async () => {
    const kept = await argonPasswords({ sealer, costs: cheap }).hash('Demo1234');
    expect(
      await argonPasswords({ sealer: new Sealer(Buffer.alloc(32, 8)), costs: cheap }).verify(kept, 'Demo1234'),
    ).toBe(false);
  });

  it('remain valid after the costs were raised, and are known to be outdated', async () => {
    const kept = await argonPasswords({ sealer, costs: cheap }).hash('Demo1234');
    const today = argonPasswords({ sealer, costs: { memoryKiB: 2048, passes: 1 } });
    expect(await today.verify(kept, 'Demo1234')).toBe(true);
    expect(today.isOutdated(kept)).toBe(true);
  });

  it('are the same however their characters were composed', async () => {
    const passwords = argonPasswords({ sealer, costs: cheap });
    expect(await passwords.verify(await passwords.hash('contrase\u00f1a'), 'contrasen\u0303a')).toBe(true);
  });

  it('are never right without a user', async () => {
    expect(await argonPasswords({ sealer, costs: cheap }).verify(undefined, 'Demo1234')).toBe(false);
  });

  it('are rejected when too many wait, and all that were accepted are computed', async () => {
    const passwords = argonPasswords({ sealer, costs: cheap });
    const crowd = await Promise.allSettled(Array.from({ length: 150 }, () => passwords.hash('Demo1234')));
    const turnedAway = crowd.filter((outcome) => outcome.status === 'rejected');
    expect(turnedAway).toHaveLength(47);
    for (const { reason } of turnedAway) expect(reason).toBeInstanceOf(QueueFullError);
    expect(await passwords.hash('Demo1234')).toMatch(/^\$argon2id/);
  });
});
