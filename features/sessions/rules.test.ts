import { describe, expect, it } from 'vitest';
import { isSessionOpen, sessionPolicy } from './rules.ts';

describe('whether a session is open', () => {
  const policy = sessionPolicy({ sessionIdleMinutes: 60, sessionHours: 24 });
  const now = new Date('2026-11-20T12:00:00.000Z');
  const at = (text: string): Date => new Date(`2026-11-${text}:00.000Z`);

  it.each([
    ['just used', at('20T12:00'), at('21T12:00'), null, true],
    ['used within the idle time', at('20T11:01'), at('21T12:00'), null, true],
    ['idle for the idle time', at('20T11:00'), at('21T12:00'), null, false],
    ['in use, but at its end', at('20T12:00'), at('20T12:00'), null, false],
    ['ended', at('20T12:00'), at('21T12:00'), at('20T11:59'), false],
  ])('%s', (_, lastSeenAt, expiresAt, endedAt, open) => {
    expect(isSessionOpen({ lastSeenAt, expiresAt, endedAt }, policy, now)).toBe(open);
  });
});
