import { describe, expect, it } from 'vitest';
import { consecutiveLoginDays, isLoginAddressAllowed, wholeMinutes } from './rules.ts';

describe('consecutive login days', () => {
  it.each([
    ['the first login', null, 0, 1],
    ['again today', '2026-11-20', 4, 4],
    ['the day after', '2026-11-19', 4, 5],
    ['after a day missed', '2026-11-18', 4, 1],
    ['across the end of a month', '2026-10-31', 4, 1],
  ])('%s', (_, lastDay, days, expected) => {
    expect(consecutiveLoginDays({ lastDay, days }, '2026-11-20')).toBe(expected);
  });

  it('continue over the turn of the year', () => {
    expect(consecutiveLoginDays({ lastDay: '2026-12-31', days: 9 }, '2027-01-01')).toBe(10);
  });
});

describe('addresses allowed to log in', () => {
  it.each([
    ['an empty list allows all', '203.0.113.7', [], true],
    ['the very address', '203.0.113.7', ['198.51.100.1', '203.0.113.7'], true],
    ['another address', '203.0.113.8', ['203.0.113.7'], false],
    ['within a range', '203.0.113.8', ['203.0.113.0/24'], true],
    ['outside a range', '203.0.114.8', ['203.0.113.0/24'], false],
    ['IPv6 however it is written', '2001:db8::1', ['2001:0db8:0:0:0:0:0:1'], true],
    ['IPv4 inside IPv6', '::ffff:203.0.113.7', ['203.0.113.7'], true],
    ['IPv4 against an IPv6 range', '203.0.113.7', ['::/0'], false],
    ['an unreadable entry allows no address', '203.0.113.7', ['localhost'], false],
    ['an unreadable address', 'unknown', ['0.0.0.0/0'], false],
  ])('%s', (_, ip, allowed, expected) => {
    expect(isLoginAddressAllowed(ip, allowed)).toBe(expected);
  });
});

describe('a wait in minutes', () => {
  it.each([
    [1, 1],
    [60_000, 1],
    [60_001, 2],
    [1_800_000, 30],
  ])('%d ms is %d min', (waitMs, minutes) => {
    expect(wholeMinutes(waitMs)).toBe(minutes);
  });
});
