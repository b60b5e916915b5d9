/** The demo's people, logins and channels. Fixed, so that tutorials, tests and external checks can rely on them. */
import type { Beneficiary } from '#features/cards/beneficiary.ts';

export const DEMO_PASSWORD = 'Demo1234';
export const DEMO_PAY_PASSWORD = '246810';
/** The shop's passwords before it changed them in the last weeks of its history. */
export const FORMER_PASSWORD = 'Lantern2025';
export const FORMER_PAY_PASSWORD = '135790';
export const DEMO_SHOP_KEY = 'demo-shop-key-0123456789abcdef0123';
/** The first shop's plugins. */
export const demoEpay = {
  enabled: true,
  key: 'demo-epay-key-0123456789abcdef01',
  typeMap: { alipay: 'sandbox_qr', wxpay: 'sandbox_qr', bank: 'sandbox_bank' },
};

export interface DemoMember {
  username: string;
  memberNo: bigint;
  kind: 'merchant' | 'agent';
  uplineNo: bigint | null;
  name: string;
  level: number;
  /** `pending`: the member applies during the history. */
  certification: 'approved' | 'pending' | 'none';
  /** Days until its money is released. */
  settlementDays: number;
  who: string;
}

/** Agents come before the members below them. */
export const demoMembers: readonly DemoMember[] = [
  {
    username: 'demo_agent',
    memberNo: 10000001n,
    kind: 'agent',
    uplineNo: null,
    name: 'Blue Lotus Partners',
    level: 3,
    certification: 'approved',
    settlementDays: 1,
    who: 'agent',
  },
  {
    username: 'demo_agent2',
    memberNo: 10000002n,
    kind: 'agent',
    uplineNo: 10000001n,
    name: 'Sol y Mar Agencia',
    level: 2,
    certification: 'approved',
    settlementDays: 1,
    who: 'agent under demo_agent',
  },
  {
    username: 'demo_shop',
    memberNo: 20000001n,
    kind: 'merchant',
    uplineNo: 10000001n,
    name: 'Lantern Market',
    level: 2,
    certification: 'approved',
    settlementDays: 1,
    who: 'merchant under demo_agent',
  },
  {
    username: 'demo_shop2',
    memberNo: 20000002n,
    kind: 'merchant',
    uplineNo: 10000002n,
    name: 'Cafe Andaman',
    level: 1,
    certification: 'approved',
    settlementDays: 3,
    who: 'merchant under demo_agent2',
  },
  {
    username: 'demo_new',
    memberNo: 20000003n,
    kind: 'merchant',
    uplineNo: null,
    name: 'demo_new',
    level: 1,
    certification: 'none',
    settlementDays: 1,
    who: 'merchant just registered',
  },
  {
    username: 'demo_books',
    memberNo: 20000004n,
    kind: 'merchant',
    uplineNo: null,
    name: 'Harbour Books',
    level: 1,
    certification: 'pending',
    settlementDays: 1,
    who: 'merchant whose certification is in review',
  },
];

export const demoOperator = 'operator';
/** The operator who confirms what the other one proposes. No one knows its password. */
export const demoReviewer = 'reviewer';

/** Colleagues of the operator, with fewer rights. */
export const demoColleagues = [
  { username: 'operator2', nickname: 'Finance', role: 'finance' },
  { username: 'operator3', nickname: 'Support', role: 'support' },
] as const;

/** The logins of the role switch. */
export const demoLogins = {
  member: { username: 'demo_shop', password: DEMO_PASSWORD },
  agency: { username: 'demo_agent', password: DEMO_PASSWORD },
  operator: { username: demoOperator, password: DEMO_PASSWORD },
} as const;

export const demoRoles = ['member', 'agency', 'operator'] as const satisfies readonly (keyof typeof demoLogins)[];

/** The upstream for payments and payouts. */
export const SANDBOX_UPSTREAM = 1;
/** The upstream's share of a payment: 0.2 %. */
export const SANDBOX_COST_E4 = 2_000;

/** Added by the shop itself, later than its other cards. */
export const demoLaterCard: Beneficiary = {
  type: 'alipay',
  holder: '林灯市集',
  bank: null,
  branch: null,
  account: 'pay@lantern.example',
};

/** The cards that the shops withdraw to. */
export const demoCards: Readonly<Record<string, readonly Beneficiary[]>> = {
  demo_shop: [
    { type: 'bank', holder: '林灯市集', bank: 'ICBC', branch: '上海静安支行', account: '6222021002003004004' },
    { type: 'bank', holder: 'Lantern Market', bank: 'CMB', branch: null, account: '6225880123456783' },
    demoLaterCard,
  ],
  demo_shop2: [
    { type: 'bank', holder: 'Cafe Andaman', bank: 'CCB', branch: '深圳南山支行', account: '6217001234567890122' },
  ],
};

export interface DemoChannel {
  channelId: number;
  code: string;
  mode: 'qr' | 'h5' | 'bank' | 'wallet';
  name: Record<'en' | 'zh' | 'es' | 'th', string>;
  minMinor: bigint;
  maxMinor: bigint;
  dailyLimitMinor: bigint | null;
  recharge: boolean;
  percentE4: number;
  fixedMinor: bigint;
  /** The channel's share of orders, and the share of its orders that are paid. */
  share: number;
  success: number;
}

export const demoChannels: readonly DemoChannel[] = [
  {
    channelId: 1,
    code: 'sandbox_qr',
    mode: 'qr',
    name: { en: 'QR payment', zh: '扫码支付', es: 'Cobro con QR', th: 'ชำระด้วย QR' },
    minMinor: 100n,
    maxMinor: 5_000_000n,
    dailyLimitMinor: null,
    recharge: true,
    percentE4: 6_000,
    fixedMinor: 0n,
    share: 0.5,
    success: 0.86,
  },
  {
    channelId: 2,
    code: 'sandbox_h5',
    mode: 'h5',
    name: { en: 'Mobile checkout', zh: 'H5 支付', es: 'Cobro móvil', th: 'ชำระผ่านมือถือ' },
    minMinor: 100n,
    maxMinor: 2_000_000n,
    dailyLimitMinor: 500_000_000n,
    recharge: false,
    percentE4: 8_000,
    fixedMinor: 0n,
    share: 0.25,
    success: 0.78,
  },
  {
    channelId: 3,
    code: 'sandbox_bank',
    mode: 'bank',
    name: { en: 'Bank transfer', zh: '网银转账', es: 'Transferencia bancaria', th: 'โอนผ่านธนาคาร' },
    minMinor: 10_000n,
    maxMinor: 50_000_000n,
    dailyLimitMinor: 2_000_000_000n,
    recharge: true,
    percentE4: 3_000,
    fixedMinor: 200n,
    share: 0.15,
    success: 0.91,
  },
  {
    channelId: 4,
    code: 'sandbox_wallet',
    mode: 'wallet',
    name: { en: 'Wallet payment', zh: '钱包支付', es: 'Cobro con billetera', th: 'ชำระด้วยกระเป๋าเงิน' },
    minMinor: 100n,
    maxMinor: 1_000_000n,
    dailyLimitMinor: null,
    recharge: false,
    percentE4: 7_000,
    fixedMinor: 0n,
    share: 0.1,
    success: 0.72,
  },
];

/** How much less each member pays than the channel's own rate, in ten-thousandths of a percent. */
export const demoRebatesE4: Readonly<Record<string, number>> = {
  demo_agent: 2_000,
  demo_agent2: 1_000,
  demo_shop: 0,
  demo_shop2: 0,
};

export function describeDemo(publicUrl: string): string {
  const rows = [
    ...demoMembers.map(({ username, memberNo, who }) => [username, memberNo.toString(), who]),
    [demoOperator, '', 'operator, owner'],
    ...demoColleagues.map(({ username, role }) => [username, '', `operator, ${role}`]),
  ];
  return [
    '',
    `Demo logins (password ${DEMO_PASSWORD}, payment password ${DEMO_PAY_PASSWORD}):`,
    ...rows.map(([username = '', memberNo = '', who = '']) => `  ${username.padEnd(13)}${memberNo.padEnd(10)}${who}`),
    '',
    `Gateway ${publicUrl}/gateway/v1, merchant 20000001, key ${DEMO_SHOP_KEY}`,
    `Shop plugins (ePay) ${publicUrl}/epay/, merchant 20000001, key ${demoEpay.key}`,
    `Channels: ${demoChannels.map(({ code }) => code).join(', ')}`,
  ].join('\n');
}
