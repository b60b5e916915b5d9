import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sum } from '#foundation/core/money.ts';
import {
  commissionsOf,
  costOf,
  feeAtRate,
  fitting,
  isOpenAt,
  isSoundRate,
  orderFee,
  type Rate,
  type Route,
  routeOf,
  successRateOf,
  undercutOf,
} from './rules.ts';

function rate(
  percentE4: number,
  fixedMinor = 0n,
  minFeeMinor: bigint | null = null,
  maxFeeMinor: bigint | null = null,
): Rate {
  return { percentE4, fixedMinor, minFeeMinor, maxFeeMinor };
}

describe('fee', () => {
  test.each<[what: string, amount: bigint, rate: Rate, fee: bigint]>([
    ['0.6 % of 100.00', 10_000n, rate(6_000), 60n],
    ['half a cent rounds up', 50n, rate(10_000), 1n],
    ['just under half a cent rounds down', 49n, rate(10_000), 0n],
    ['0.0001 % of a million', 100_000_000n, rate(1), 100n],
    ['the fixed part is added after rounding', 50n, rate(10_000, 10n), 11n],
    ['the minimum raises it', 1_000n, rate(6_000, 0n, 100n), 100n],
    ['the maximum caps it', 10_000_000n, rate(6_000, 0n, null, 5_000n), 5_000n],
    ['the fixed part counts within the maximum', 10_000n, rate(6_000, 500n, null, 400n), 400n],
    ['never above the amount', 30n, rate(6_000, 0n, 100n), 30n],
    ['100 % is the whole amount', 12_345n, rate(1_000_000), 12_345n],
    ['100 % and a fixed part are no more than the amount', 12_345n, rate(1_000_000, 1n), 12_345n],
    ['0 % is nothing', 12_345n, rate(0), 0n],
  ])('%s', (_what, amount, candidate, fee) => {
    expect(orderFee(amount, candidate)).toBe(fee);
  });

  test('a fee on top of the amount can exceed it', () => {
    expect(feeAtRate(30n, rate(0, 100n))).toBe(100n);
  });
});

const anyRate = fc
  .record({
    percentE4: fc.oneof(fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 0, max: 30_000 })),
    fixedMinor: fc.bigInt({ min: 0n, max: 500n }),
    limits: fc.array(fc.bigInt({ min: 0n, max: 100_000n }), { minLength: 2, maxLength: 2 }),
    limited: fc.constantFrom('none', 'min', 'max', 'both'),
  })
  .map(({ percentE4, fixedMinor, limits, limited }): Rate => {
    const [low = 0n, high = 0n] = limits.toSorted((a, b) => (a < b ? -1 : 1));
    return rate(
      percentE4,
      fixedMinor,
      limited === 'min' || limited === 'both' ? low : null,
      limited === 'max' || limited === 'both' ? high : null,
    );
  });
const anyAmount = fc.oneof(fc.bigInt({ min: 1n, max: 1_000n }), fc.bigInt({ min: 1n, max: 10n ** 15n - 1n }));
const anyRange = { minAmountMinor: 1n, maxAmountMinor: 10n ** 15n - 1n };
const anyUplines = fc
  .array(anyRate, { maxLength: 6 })
  .map((rates) => rates.map((own, index) => ({ agentNo: BigInt(index + 1), rate: own })));

describe('commission', () => {
  const merchant = rate(6_000);
  const tree = [
    { agentNo: 1n, rate: rate(5_000) },
    { agentNo: 2n, rate: rate(4_000) },
    { agentNo: 3n, rate: rate(3_000) },
    { agentNo: 4n, rate: rate(2_000) },
  ];

  test('each level earns the difference to the level below, nearest first, up to the depth', () => {
    expect(commissionsOf(100_000n, merchant, tree, 3)).toEqual(
      [1n, 2n, 3n].map((agentNo) => ({ agentNo, amountMinor: 100n })),
    );
    expect(commissionsOf(100_000n, merchant, tree, 4)).toHaveLength(4);
    expect(commissionsOf(100_000n, merchant, tree, 0)).toEqual([]);
  });

  test('a level whose rate is not lower than that of the level below earns nothing', () => {
    const uneven = [
      { agentNo: 1n, rate: rate(7_000) },
      { agentNo: 2n, rate: rate(5_000) },
    ];
    expect(commissionsOf(100_000n, rate(10_000), uneven, 3)).toEqual([
      { agentNo: 1n, amountMinor: 300n },
      { agentNo: 2n, amountMinor: 200n },
    ]);
    expect(commissionsOf(100_000n, merchant, [{ agentNo: 1n, rate: merchant }], 3)).toEqual([]);
  });

  test('a level above one that pays more than the member earns what the member’s fee leaves', () => {
    const uneven = [
      { agentNo: 1n, rate: rate(9_000) },
      { agentNo: 2n, rate: rate(3_000) },
    ];
    expect(commissionsOf(100_000n, merchant, uneven, 3)).toEqual([{ agentNo: 2n, amountMinor: 300n }]);
  });

  test('levels with conflicting rates never earn more than the fee', () => {
    const uneven = [
      { agentNo: 1n, rate: rate(1_000) },
      { agentNo: 2n, rate: rate(9_000) },
      { agentNo: 3n, rate: rate(0) },
    ];
    expect(commissionsOf(100_000n, merchant, uneven, 3)).toEqual([
      { agentNo: 1n, amountMinor: 500n },
      { agentNo: 3n, amountMinor: 100n },
    ]);
  });

  test('merchant + agents + platform = gross, and no one pays for an order', () => {
    fc.assert(
      fc.property(anyAmount, anyRate, anyUplines, fc.integer({ min: 0, max: 7 }), (amount, own, uplines, depth) => {
        const fee = orderFee(amount, own);
        const commissions = commissionsOf(amount, own, uplines, depth).map(({ amountMinor }) => amountMinor);
        const obtained = amount - fee;
        const platform = fee - sum(commissions);
        expect(obtained + sum(commissions) + platform).toBe(amount);
        expect([
          obtained >= 0n,
          platform >= 0n,
          commissions.every((earned) => earned > 0n),
          commissions.length <= depth,
        ]).toEqual([true, true, true, true]);
      }),
      { numRuns: 2_000 },
    );
  });

  test('in a tree where each sells at or above its own rate, the platform keeps the fee of the highest level', () => {
    const falling = fc.array(anyRate, { minLength: 2, maxLength: 6 }).map((rates) => {
      const chain: Rate[] = [];
      for (const next of rates)
        chain.push(
          chain.every((below) => undercutOf(below, next, anyRange) === undefined) ? next : (chain.at(-1) ?? next),
        );
      return chain;
    });
    fc.assert(
      fc.property(anyAmount, falling, (amount, [own = rate(0), ...above]) => {
        const uplines = above.map((one, index) => ({ agentNo: BigInt(index + 1), rate: one }));
        const earned = sum(commissionsOf(amount, own, uplines, uplines.length).map(({ amountMinor }) => amountMinor));
        expect(orderFee(amount, own) - earned).toBe(orderFee(amount, above.at(-1) ?? own));
      }),
    );
  });
});

describe('a rate that undercuts the own rate of the agent above', () => {
  /** Looks at every amount. */
  const bruteForce = (candidate: Rate, own: Rate, from: bigint, to: bigint): bigint | undefined => {
    for (let amount = from; amount <= to; amount += 1n)
      if (orderFee(amount, candidate) < orderFee(amount, own)) return amount;
    return undefined;
  };
  const range = (minAmountMinor: bigint, maxAmountMinor: bigint) => ({ minAmountMinor, maxAmountMinor });
  const smallRange = fc
    .tuple(fc.bigInt({ min: 1n, max: 900n }), fc.bigInt({ min: 0n, max: 600n }))
    .map(([from, length]) => range(from, from + length));
  const limit = fc.option(fc.bigInt({ min: 0n, max: 60n }), { nil: null });
  const smallRate = fc
    .record({
      percentE4: fc.oneof(
        fc.integer({ min: 0, max: 60_000 }),
        fc.integer({ min: 0, max: 1_000_000 }),
        fc.constantFrom(0, 1, 1_000_000),
      ),
      fixedMinor: fc.bigInt({ min: 0n, max: 12n }),
      limits: fc.tuple(limit, limit),
    })
    .map(({ percentE4, fixedMinor, limits: [a, b] }): Rate => {
      const swapped = a !== null && b !== null && a > b;
      return rate(percentE4, fixedMinor, swapped ? b : a, swapped ? a : b);
    });
  /** Two rates that are nearly the same: the hard case, where rounding alone decides. */
  const nearRates = fc
    .tuple(
      smallRate,
      fc.integer({ min: -3, max: 3 }),
      fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 4_000 })),
      fc.bigInt({ min: -2n, max: 2n }),
      fc.bigInt({ min: -1n, max: 1n }),
      fc.boolean(),
    )
    .map(([own, steps, width, fixed, bound, isLimited]): [Rate, Rate] => {
      const near = (minor: bigint | null) => (minor === null || !isLimited ? null : atLeastZero(minor + bound));
      const percentE4 = Math.min(1_000_000, Math.max(0, own.percentE4 + steps * width));
      return [rate(percentE4, atLeastZero(own.fixedMinor + fixed), near(own.minFeeMinor), near(own.maxFeeMinor)), own];
    });

  test.each([
    ['any two rates', fc.tuple(smallRate, smallRate), 3_000],
    ['two rates that are nearly the same', nearRates, 6_000],
  ] as const)('is found at the smallest such amount, as by looking at every amount: %s', (_what, pairs, numRuns) => {
    fc.assert(
      fc.property(pairs, smallRange, ([candidate, own], { minAmountMinor: from, maxAmountMinor: to }) => {
        const found = undercutOf(candidate, own, range(from, to));
        const first = bruteForce(candidate, own, from, to);
        expect(found).toEqual(
          first === undefined
            ? undefined
            : { amountMinor: first, feeMinor: orderFee(first, candidate), ownMinor: orderFee(first, own) },
        );
      }),
      { numRuns },
    );
  });

  test('is found over long ranges: no amount before it is undercut, and without one no amount is', () => {
    const amounts = fc.array(fc.bigInt({ min: 1n, max: 10n ** 15n - 1n }), { minLength: 40, maxLength: 40 });
    const near = fc
      .tuple(anyRate, fc.integer({ min: -3, max: 3 }), fc.bigInt({ min: -300n, max: 300n }))
      .map(([own, percent, fixed]): [Rate, Rate] => [
        {
          ...own,
          percentE4: Math.min(1_000_000, Math.max(0, own.percentE4 + percent)),
          fixedMinor: atLeastZero(own.fixedMinor + fixed),
        },
        own,
      ]);
    const isUndercut = (amount: bigint, candidate: Rate, own: Rate) =>
      orderFee(amount, candidate) < orderFee(amount, own);
    fc.assert(
      fc.property(fc.oneof(near, fc.tuple(anyRate, anyRate)), amounts, ([candidate, own], sampled) => {
        const found = undercutOf(candidate, own, anyRange)?.amountMinor;
        const others =
          found === undefined
            ? sampled
            : [
                ...sampled.map((amount) => amount % found),
                ...Array.from({ length: 300 }, (_, n) => found - BigInt(n) - 1n),
              ];
        expect(others.filter((amount) => amount > 0n && isUndercut(amount, candidate, own))).toEqual([]);
        expect(found === undefined || isUndercut(found, candidate, own)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  test.each<[what: string, candidate: Rate, own: Rate, amount: bigint | undefined]>([
    ['the same rate', rate(6_000), rate(6_000), undefined],
    ['one ten-thousandth less', rate(5_999), rate(6_000), 250n],
    ['one ten-thousandth less, but a unit more', rate(5_999, 1n), rate(6_000), 1_000_250n],
    ['a higher percentage without the fixed part', rate(9_000), rate(6_000, 1n), 1n],
    ['a lower percentage with a higher fixed part', rate(5_000, 10n), rate(6_000), 10_084n],
    ['no minimum', rate(6_000), rate(6_000, 0n, 10n), 1n],
    ['a minimum', rate(6_000, 0n, 10n), rate(6_000), undefined],
    ['a minimum that replaces a fixed part', rate(6_000, 0n, 10n), rate(6_000, 5n), 917n],
    ['no maximum', rate(6_000), rate(6_000, 0n, null, 100n), undefined],
    ['a maximum', rate(6_000, 0n, null, 100n), rate(6_000), 16_750n],
    ['a maximum that no amount reaches', rate(6_000, 0n, null, 30_000n), rate(6_000), undefined],
    ['a lower maximum', rate(9_000, 0n, null, 99n), rate(6_000, 0n, null, 100n), 16_584n],
    ['a percentage that first steps far out', rate(0, 1n), rate(1), 1_500_000n],
    ['fees above the amount are cut to it', rate(0, 700_000n), rate(1_000_000), 700_001n],
  ])('%s', (_what, candidate, own, amount) => {
    expect(undercutOf(candidate, own, range(1n, 5_000_000n))?.amountMinor).toBe(amount);
  });

  test('inside the range alone counts, and both ends belong to it', () => {
    expect(undercutOf(rate(5_999), rate(6_000), range(1n, 249n))).toBeUndefined();
    expect(undercutOf(rate(5_999), rate(6_000), range(250n, 250n))).toEqual({
      amountMinor: 250n,
      feeMinor: 1n,
      ownMinor: 2n,
    });
  });

  test('right after the exact fees cross is found, millions of amounts from the start', () => {
    const [candidate, own] = [rate(99_999, 100n), rate(100_000)];
    expect(undercutOf(candidate, own, range(1n, 500_000_000n))?.amountMinor).toBe(100_000_005n);
    expect(bruteForce(candidate, own, 99_998_000n, 100_000_005n)).toBe(100_000_005n);
  });

  test.each<[boolean, Rate]>([
    [true, rate(1_000_000, 0n, 5n, 5n)],
    [false, rate(1_000_001)],
    [false, rate(-1)],
    [false, rate(0.5)],
    [false, rate(0, -1n)],
    [false, rate(0, 0n, 6n, 5n)],
  ])('sound: %s', (answer, candidate) => {
    expect(isSoundRate(candidate)).toBe(answer);
  });
});

describe('open hours', () => {
  const day = { from: '09:00', to: '18:00' };
  const night = { from: '22:00', to: '06:00' };
  test.each<[what: string, hours: { from: string; to: string } | null, at: string, zone: string, open: boolean]>([
    ['always', null, '2026-11-20T03:00:00Z', 'Asia/Shanghai', true],
    ['before opening', day, '2026-11-20T00:59:59Z', 'Asia/Shanghai', false],
    ['the first second', day, '2026-11-20T01:00:00Z', 'Asia/Shanghai', true],
    ['the last second', day, '2026-11-20T09:59:59Z', 'Asia/Shanghai', true],
    ['closing time', day, '2026-11-20T10:00:00Z', 'Asia/Shanghai', false],
    ['the same instant elsewhere', day, '2026-11-20T10:00:00Z', 'Europe/Madrid', true],
    ['over midnight: evening', night, '2026-11-20T23:30:00Z', 'UTC', true],
    ['over midnight: morning', night, '2026-11-20T05:59:59Z', 'UTC', true],
    ['over midnight: closed at its end', night, '2026-11-20T06:00:00Z', 'UTC', false],
    ['over midnight: closed at noon', night, '2026-11-20T12:00:00Z', 'UTC', false],
    ['the whole day by equal ends', { from: '08:00', to: '08:00' }, '2026-11-20T07:59:00Z', 'UTC', true],
    ['to the end of the day', { from: '08:00', to: '24:00' }, '2026-11-20T23:59:59Z', 'UTC', true],
    ['with seconds', { from: '08:00:30', to: '09:00:00' }, '2026-11-20T08:00:29Z', 'UTC', false],
    ['a half-hour zone', day, '2026-11-20T03:30:00Z', 'Asia/Kolkata', true],
    ['summer time by the wall clock', day, '2026-07-01T07:00:00Z', 'Europe/Madrid', true],
    ['winter time by the wall clock', day, '2026-12-01T07:00:00Z', 'Europe/Madrid', false],
  ])('%s', (_what, hours, at, zone, open) => {
    expect(isOpenAt(hours, new Date(at), zone)).toBe(open);
  });
});

describe('route', () => {
  const free = { costPercentE4: 0, costFixedMinor: 0n };
  const routes: Route[] = [
    { upstreamId: 3, position: 2, weight: 1, ...free },
    { upstreamId: 1, position: 1, weight: 3, ...free },
    { upstreamId: 2, position: 2, weight: 6, ...free },
  ];
  const upstreamOf = (...routeInput: Parameters<typeof routeOf>): number | undefined =>
    routeOf(...routeInput)?.upstreamId;

  test('single routing takes the lowest position', () => {
    expect(upstreamOf('single', routes, { turn: 5, random: 0.9 })).toBe(1);
  });

  test('routing in turn takes each once per round', () => {
    expect([0, 1, 2, 3].map((turn) => upstreamOf('turn', routes, { turn, random: 0 }))).toEqual([1, 2, 3, 1]);
  });

  test('weighted routing gives each its share', () => {
    const drawn = Array.from({ length: 1_000 }, (_, index) =>
      upstreamOf('weighted', routes, { turn: 0, random: index / 1_000 }),
    );
    expect([1, 2, 3].map((id) => drawn.filter((one) => one === id).length)).toEqual([300, 600, 100]);
    expect(upstreamOf('weighted', routes, { turn: 0, random: 1 - Number.EPSILON })).toBe(3);
  });

  test('the cost is a percentage, rounded half up, plus a fixed part', () => {
    expect(costOf(12_345n, { costPercentE4: 2_000, costFixedMinor: 30n })).toBe(55n);
    expect(costOf(12_345n, free)).toBe(0n);
  });

  test.each(['single', 'turn', 'weighted'] as const)('%s routing without an open route finds none', (routing) => {
    expect(upstreamOf(routing, [], { turn: 1, random: 0.5 })).toBeUndefined();
  });
});

test('an amount that does not fit leaves room for a smaller one after it', () => {
  const requests = [60n, 50n, 40n, 1n].map((amountMinor) => ({ amountMinor, limitMinor: 100n }));
  expect(fitting(0n, requests)).toEqual([true, false, true, false]);
  expect(fitting(100n, [{ amountMinor: 5n, limitMinor: null }])).toEqual([true]);
});

test.each<[bigint, bigint, string | null]>([
  [0n, 0n, null],
  [0n, 7n, '0.0'],
  [1n, 3n, '33.3'],
  [2n, 3n, '66.7'],
  [1n, 2_000n, '0.1'],
  [7n, 7n, '100.0'],
])('the success rate of %s in %s is %s', (success, count, text) => {
  expect(successRateOf(success, count)).toBe(text);
});

function atLeastZero(minor: bigint): bigint {
  return minor < 0n ? 0n : minor;
}
