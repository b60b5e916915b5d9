/** The entries of a statement as a bank writes them: one movement an entry, with what changed the wallet as its amount. */
import { type MoneyLogType, moneyLogTypes } from '#features/ledger/money-log-types.ts';
import type { BankForm } from '#features/exports/server/kind.ts';
import { FIRST_NUMBERED } from '#foundation/core/system-number.ts';
import { dayOf } from '#foundation/core/time-zone.ts';
import type { Cell } from '#foundation/server/sheets/sheet.ts';

/** SWIFT's types of movements. */
const swiftTypes: Readonly<Record<MoneyLogType, string>> = {
  payin: 'TRF',
  recharge: 'TRF',
  withdrawal: 'TRF',
  payout: 'TRF',
  refund: 'RTI',
  commission: 'COM',
  adjustment: 'MSC',
  reversal: 'RTI',
};

export interface StatedEntries {
  memberNo: bigint;
  currency: string;
  owner: string;
  keeper: string;
  from: Date | undefined;
  to: Date | undefined;
  openingMinor: bigint;
  closingMinor: bigint;
  rows: number;
  now: Date;
  timeZone: string;
  /** How the rows write a type. */
  typeText(type: MoneyLogType): string;
}

const DAY_MS = 86_400_000;

/** A row: order number, system number, type, channel, amount, fee, before, after, remark, time. */
export function bankFormOf(stated: StatedEntries): BankForm {
  const { memberNo, currency, owner, keeper, from, to, openingMinor, closingMinor, rows, now, timeZone } = stated;
  const openingDay = dayOf(from ?? FIRST_NUMBERED, timeZone);
  const end = to === undefined || to > now ? now : new Date(to.getTime() - 1);
  const closingDay = dayOf(end, timeZone);
  const types = new Map(moneyLogTypes.map((type) => [stated.typeText(type), type]));
  const text = (cell: Cell | undefined): string => (typeof cell === 'string' ? cell : '');
  return {
    statement: {
      id: `${memberNo}-${closingDay.slice(2).replaceAll('-', '')}-${Math.floor(now.getTime() / 1_000).toString(36)}`,
      number: Math.floor((Date.parse(closingDay) - FIRST_NUMBERED.getTime()) / DAY_MS) + 1,
      account: memberNo.toString(),
      owner,
      keeper,
      createdAt: now,
      currency,
      openingMinor,
      openingDay,
      closingMinor,
      closingDay,
    },
    rows,
    lineOf([orderNo, systemNo, typeText, channel, , fee, before, after, remark, at]) {
      const type = types.get(text(typeText));
      if (type === undefined || !(at instanceof Date)) throw new Error('a row of the statement has no type or time');
      const feeMinor = minorOf(text(fee));
      return {
        bookedOn: dayOf(at, timeZone),
        amountMinor: minorOf(text(after)) - minorOf(text(before)),
        ...(feeMinor === 0n ? {} : { feeMinor }),
        reference: text(systemNo),
        ...(text(orderNo) === '' ? {} : { ourReference: text(orderNo) }),
        kind: type,
        swiftType: swiftTypes[type],
        ...(type === 'reversal' ? { isReversal: true } : {}),
        description: [typeText, channel, remark]
          .map(text)
          .filter((part) => part !== '')
          .join(' '),
      };
    },
  };
}

/** An amount of a row has all decimals of its currency. */
function minorOf(text: string): bigint {
  return BigInt(text.replace('.', ''));
}
