/** Plans the demo shops' orders day by day, with busy evenings and weekends, from a seeded generator. */
import { rechargeNo } from '#features/recharges/rules.ts';
import { sha256 } from '#foundation/server/secrets/sealing.ts';
import { demoChannels, demoMembers } from './people.ts';

export interface PlannedOrder {
  at: Date;
  memberNo: bigint;
  kind: 'payin' | 'recharge';
  orderNo: string;
  channelCode: string;
  amountMinor: bigint;
  subject: string;
  paid: boolean;
  /** The order's callbacks go to a shop that is down. */
  offline: boolean;
}

/** Returns a generator of numbers from 0 to 1, the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Returns a day's orders in bursts of `burstMs`, each in order of time. Leaves out the last minute before `now` and
 * later.
 */
export function planDay(
  day: Date,
  now: Date,
  { ago, burstMs }: { ago: number; burstMs: number },
  random: () => number,
): PlannedOrder[][] {
  const weekend = [0, 6].includes(new Date(day.getTime() + 43_200_000).getUTCDay());
  const growth = 1 + (90 - ago) / 180;
  const planned: PlannedOrder[] = [];
  for (const { username, perDay } of shops) {
    const count = Math.round(perDay * growth * (weekend ? 1.25 : 0.95) * (0.85 + random() * 0.3));
    for (let index = 0; index < count; index += 1) planned.push(planOne(username, day, ago, index, random));
  }
  const inTime = planned
    .filter(({ at }) => at.getTime() < now.getTime() - 60_000)
    .sort((a, b) => a.at.getTime() - b.at.getTime());
  return [...Map.groupBy(inTime, ({ at }) => Math.floor((at.getTime() - day.getTime()) / burstMs)).values()];
}

/** The shop's own number of an order of a day. Recharges leave gaps in the numbers. */
export function orderNoOf(username: string, ago: number, index: number): string {
  return `${username === 'demo_shop' ? 'LM' : 'CA'}${String(90 - ago).padStart(3, '0')}${String(index).padStart(4, '0')}`;
}

const shops = [
  { username: 'demo_shop', perDay: 42 },
  { username: 'demo_shop2', perDay: 9 },
];
const subjects = [
  'Silk scarf',
  'Jasmine tea, 250 g',
  'Paper lantern',
  'Ceramic bowl',
  'Market basket',
  'Gift card',
  'Linen shirt',
  'Set of two cups',
  'Bamboo fan',
  'Ginger sweets',
];
const MIN_RECHARGE_MINOR = 10_000;
/** Relative probability of a sale in each hour of the platform's day. */
const hours = [2, 1, 1, 1, 1, 2, 3, 5, 7, 8, 9, 10, 11, 9, 8, 8, 9, 10, 12, 14, 15, 13, 9, 5];

function planOne(username: string, day: Date, ago: number, index: number, random: () => number): PlannedOrder {
  const member = demoMembers.find((one) => one.username === username);
  const channel = weighted(demoChannels, ({ share }) => share, random());
  if (!member || !channel) throw new Error('the demo has no such shop or channel');
  const recharge = channel.recharge && random() < 0.012;
  const hour =
    weighted(
      hours.map((weight, at) => ({ weight, at })),
      ({ weight }) => weight,
      random(),
    )?.at ?? 12;
  const minMinor = Math.max(Number(channel.minMinor), recharge ? MIN_RECHARGE_MINOR : 0);
  const typical = channel.mode === 'bank' ? 80_000 : 9_000;
  const amount = Math.min(
    Number(channel.maxMinor),
    Math.max(minMinor, Math.round(typical * Math.exp((random() - 0.4) * 3))),
  );
  const at = new Date(day.getTime() + hour * 3_600_000 + Math.floor(random() * 3_600_000));
  const number = String(index).padStart(4, '0');
  return {
    at,
    memberNo: member.memberNo,
    kind: recharge ? 'recharge' : 'payin',
    orderNo: recharge
      ? rechargeNo(sha256(`${username} ${at.toISOString()} ${number}`))
      : orderNoOf(username, ago, index),
    channelCode: channel.code,
    amountMinor: BigInt(random() < 0.35 ? Math.max(minMinor, Math.round(amount / 1_000) * 1_000) : amount),
    subject: recharge ? 'Recharge' : (subjects[Math.floor(random() * subjects.length)] ?? ''),
    paid: random() < channel.success,
    offline: random() < 0.04,
  };
}

function weighted<T>(choices: readonly T[], weightOf: (choice: T) => number, draw: number): T | undefined {
  let left = draw * choices.reduce((sum, choice) => sum + weightOf(choice), 0);
  return choices.find((choice) => (left -= weightOf(choice)) < 0) ?? choices.at(-1);
}
