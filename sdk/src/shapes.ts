/**
 * What the gateway sends: the types, and the shapes that validate them. Every value is text. An optional value that is
 * missing, null or empty becomes null. Amounts are decimal text in major units, times are ISO 8601 in UTC.
 */

export const payStatuses = ['unpaid', 'success', 'expired', 'reversed'] as const;
export type PayStatus = (typeof payStatuses)[number];

export const payoutStatuses = ['applying', 'paid', 'frozen', 'cancelled'] as const;
export type PayoutStatus = (typeof payoutStatuses)[number];

export interface PayOrder {
  readonly orderNo: string;
  readonly systemNo: string;
  readonly amount: string;
  /** The page where the payer pays. */
  readonly payUrl: string;
  readonly qrContent: string | null;
  readonly expiresAt: string;
  readonly status: PayStatus;
}

export interface PayOrderState {
  readonly orderNo: string;
  readonly systemNo: string;
  readonly amount: string;
  readonly fee: string | null;
  /** What the merchant receives: amount minus fee. */
  readonly obtained: string | null;
  readonly status: PayStatus;
  readonly channel: string;
  readonly createdAt: string;
  readonly paidAt: string | null;
  readonly attach: string | null;
}

export interface PayoutOrder {
  readonly orderNo: string;
  readonly systemNo: string;
  readonly amount: string;
  /** Charged on top of the amount. */
  readonly fee: string;
  readonly status: PayoutStatus;
}

export interface PayoutOrderState extends PayoutOrder {
  readonly bankReference: string | null;
  readonly failReason: string | null;
  readonly finishedAt: string | null;
}

export interface Balance {
  readonly balance: string;
  readonly frozen: string;
  /** What can be paid out: balance minus frozen. */
  readonly available: string;
  /** ISO 4217. */
  readonly currency: string;
}

interface Notification {
  readonly merchantNo: string;
  readonly orderNo: string;
  readonly systemNo: string;
  readonly amount: string;
  readonly attach: string | null;
  /** The same for every delivery of one notification. Timestamp and nonce are new for each delivery. */
  readonly notifyId: string;
  readonly timestamp: string;
  readonly nonce: string;
}

export interface PayCallback extends Notification {
  readonly fee: string | null;
  readonly obtained: string;
  readonly status: PayStatus;
  readonly paidAt: string | null;
}

export interface PayoutCallback extends Notification {
  readonly fee: string;
  readonly status: PayoutStatus;
  readonly bankReference: string | null;
  readonly failReason: string | null;
  readonly finishedAt: string | null;
}

/** A scheduled file is ready. `content` is the file itself in base64, up to 512 KiB; a larger one is at `url`. Times are ISO 8601. */
export interface ReportCallback {
  readonly merchantNo: string;
  readonly notifyId: string;
  readonly downloadId: string;
  readonly name: string;
  readonly format: string;
  readonly from: string;
  readonly to: string;
  readonly rows: string;
  readonly size: string;
  readonly sha256: string;
  readonly content: string | null;
  readonly url: string | null;
}

/**
 * What `returnUrl` carries: the fields of a pay-in callback. It is not a notification, so `notifyId` can be missing.
 */
export interface PayReturn extends Omit<PayCallback, 'notifyId' | 'obtained'> {
  readonly notifyId: string | null;
  readonly obtained: string | null;
}

/** The rule of each field: required, optional (null if absent), or one of a list of values. */
export type Shape<T> = {
  readonly [K in keyof T]: null extends T[K] ? 'optional' : string extends T[K] ? 'required' : readonly T[K][];
};

const notification = {
  merchantNo: 'required',
  orderNo: 'required',
  systemNo: 'required',
  amount: 'required',
  attach: 'optional',
  notifyId: 'required',
  timestamp: 'required',
  nonce: 'required',
} as const;

export const payOrderShape: Shape<PayOrder> = {
  orderNo: 'required',
  systemNo: 'required',
  amount: 'required',
  payUrl: 'required',
  qrContent: 'optional',
  expiresAt: 'required',
  status: payStatuses,
};

export const payOrderStateShape: Shape<PayOrderState> = {
  orderNo: 'required',
  systemNo: 'required',
  amount: 'required',
  fee: 'optional',
  obtained: 'optional',
  status: payStatuses,
  channel: 'required',
  createdAt: 'required',
  paidAt: 'optional',
  attach: 'optional',
};

export const payoutOrderShape: Shape<PayoutOrder> = {
  orderNo: 'required',
  systemNo: 'required',
  amount: 'required',
  fee: 'required',
  status: payoutStatuses,
};

export const payoutOrderStateShape: Shape<PayoutOrderState> = {
  ...payoutOrderShape,
  bankReference: 'optional',
  failReason: 'optional',
  finishedAt: 'optional',
};

export const balanceShape: Shape<Balance> = {
  balance: 'required',
  frozen: 'required',
  available: 'required',
  currency: 'required',
};

export const payCallbackShape: Shape<PayCallback> = {
  ...notification,
  fee: 'optional',
  obtained: 'required',
  status: payStatuses,
  paidAt: 'optional',
};

export const payoutCallbackShape: Shape<PayoutCallback> = {
  ...notification,
  fee: 'required',
  status: payoutStatuses,
  bankReference: 'optional',
  failReason: 'optional',
  finishedAt: 'optional',
};

export const reportCallbackShape: Shape<ReportCallback> = {
  merchantNo: 'required',
  notifyId: 'required',
  downloadId: 'required',
  name: 'required',
  format: 'required',
  from: 'required',
  to: 'required',
  rows: 'required',
  size: 'required',
  sha256: 'required',
  content: 'optional',
  url: 'optional',
};

export const payReturnShape: Shape<PayReturn> = { ...payCallbackShape, notifyId: 'optional', obtained: 'optional' };

/**
 * Reads only the fields of a shape. Returns undefined if one is missing, is not text or is not in its list of values.
 */
export function readShape<T>(shape: Shape<T>, fields: Readonly<Record<string, unknown>>): T | undefined {
  const read: Record<string, string | null> = {};
  for (const [name, rule] of Object.entries<string | readonly unknown[]>(shape)) {
    const value = fields[name] === undefined || fields[name] === '' ? null : fields[name];
    if (value !== null && typeof value !== 'string') return undefined;
    if (rule !== 'optional' && value === null) return undefined;
    if (typeof rule !== 'string' && !rule.includes(value)) return undefined;
    read[name] = value;
  }
  // Shape<T> has the rule for every field of T, and each field was checked above.
  return read as T;
}
