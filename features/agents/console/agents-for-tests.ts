/** Server responses for the tests of the agents' screens. */
import type { AgentDetail, UserRow } from '../tree-contract.ts';
import type { UserRate } from '../rate-contract.ts';

export const refusedNotFound = { code: 0, msg: 'Not found', error: 'not_found' };

export const envelope = (data: unknown) => ({ code: 1, msg: '', data });

export function member(number: number, changes: Partial<UserRow> = {}): UserRow {
  return {
    memberNo: `2000000${number}`,
    username: `shop_${number}`,
    name: `Shop ${number}`,
    type: 'merchant',
    state: 'active',
    certification: 'approved',
    registeredAt: '2026-10-01T04:00:00.000Z',
    balance: '1000.00',
    paidOut: '200.00',
    amount30d: '5000.00',
    orders30d: 50,
    successRate30d: '96.5',
    commission30d: '5.00',
    remark: '',
    direct: true,
    belowOwn: false,
    successFell: null,
    children: 0,
    ...changes,
  };
}

const memberSums = {
  members: 2,
  balance: '2000.00',
  paidOut: '400.00',
  amount30d: '10000.00',
  commission30d: '10.00',
  path: [{ memberNo: '20000000', name: 'Blue Lotus' }],
};

export function memberPage(
  list: readonly UserRow[],
  changes: { total?: number; extend?: Partial<typeof memberSums> } = {},
) {
  return envelope({
    total: changes.total ?? list.length,
    list,
    page: 1,
    limit: 20,
    extend: { ...memberSums, ...changes.extend },
  });
}

export const detail: AgentDetail = {
  direct: { merchants: 12, agents: 2 },
  tree: { merchants: 40, agents: 3 },
  commission: {
    today: '12.30',
    yesterday: '45.60',
    month: '789.00',
    lastMonth: '1011.12',
    total: '13140.00',
    held: '98.70',
  },
  orders: { today: 31, amountToday: '15000.00' },
  trend: [
    { date: '2026-11-18', commission: '1.00', amount: '1000.00', orders: 4 },
    { date: '2026-11-19', commission: '-0.50', amount: '0.00', orders: 0 },
    { date: '2026-11-20', commission: '2.25', amount: '2500.00', orders: 7 },
  ],
  ranking: [
    {
      memberNo: '20000001',
      name: 'Shop 1',
      type: 'merchant',
      amount: '2500.00',
      orders: 7,
      successRate: '87.5',
      commission: '2.25',
    },
    {
      memberNo: '20000002',
      name: 'North',
      type: 'agent',
      amount: '1000.00',
      orders: 4,
      successRate: null,
      commission: '-0.50',
    },
  ],
  inviteCode: '20000000',
  inviteUrl: 'https://pay.example/#/register?invite=20000000',
  ownRates: [
    { channel: { code: 'qr', name: 'QR wallet' }, percent: '0.5', fixed: '0.00', minFee: null, maxFee: null },
    {
      channel: { code: 'bank', name: 'Bank transfer' },
      percent: '0.3',
      fixed: '1.00',
      minFee: '1.50',
      maxFee: '25.00',
    },
  ],
};

export function userRate(code: string, changes: Partial<UserRate> = {}): UserRate {
  const own = { percent: '0.5', fixed: '0.00', minFee: null, maxFee: null };
  const effective = { ...own, percent: '0.6' };
  return {
    channel: { code, name: `Channel ${code}`, mode: 'qr', state: 'open' },
    own,
    rate: effective,
    effective,
    closed: false,
    floor: own,
    ceiling: '10',
    belowOwn: false,
    changedAt: null,
    ...changes,
  };
}

/** The agent's own channels, which tell the amounts of their orders. */
export const channelList = envelope({
  total: 2,
  list: ['a', 'b'].map((code) => ({
    code,
    name: `Channel ${code}`,
    mode: 'qr',
    rate: { percent: '0.5', fixed: '0.00', minFee: null, maxFee: null },
    minAmount: '10.00',
    maxAmount: '5000.00',
    totalLimit: null,
    usedToday: '0.00',
    openHours: null,
    successRate24h: null,
    recharge: true,
    state: 'open',
  })),
});
