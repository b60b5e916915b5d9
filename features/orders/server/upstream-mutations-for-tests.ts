/**
 * The ways in which an upstream's report can be wrong, and the endpoint's expected answers. None of them must credit
 * anything. Only tests import this.
 */
import type { OrderView } from '../order.ts';
import type { Party, ReportRequest } from './upstream-reports-for-tests.ts';

/** The input of a mutation: whose order the report is about, the other parties, and this trial's random draws. */
export interface Occasion {
  party: Party;
  /** Another upstream. */
  other: Party;
  order: OrderView;
  /** An order of another member at the same upstream. */
  foreign: OrderView;
  /** A report that was accepted before, byte for byte. */
  reported: ReportRequest;
  draw(below: number): number;
}

export interface Mutation {
  name: string;
  /** The state of the reported order. */
  about: 'unpaid' | 'success' | 'expired';
  /** The allowed answers. */
  answers: readonly string[];
  make(at: Occasion): ReportRequest;
}

const FORGED = ['401 bad_signature', '403 wrong_account', '400 malformed'] as const;

/** Replaces one character by a tilde, which changes the meaning of any form or JSON. */
function damaged(text: string, draw: Occasion['draw']): string {
  const at = draw(text.length);
  return text.slice(0, at) + (text[at] === '~' ? '!' : '~') + text.slice(at + 1);
}

/** Changes the signature's header, or a byte of the body when the signature is in the body. */
function inHeader(
  { headers, ...report }: ReportRequest,
  draw: Occasion['draw'],
  change: (value: string) => string | undefined,
): ReportRequest {
  const names = Object.keys(headers).filter((name) => name.toLowerCase().startsWith('x-'));
  const name = names[draw(names.length)];
  if (name === undefined) return { ...report, headers, body: damaged(report.body, draw) };
  const { [name]: value = '', ...rest } = headers;
  const changed = change(value);
  return { ...report, headers: changed === undefined ? rest : { ...rest, [name]: changed } };
}

const replacedIn = (report: ReportRequest, from: string, to: string): ReportRequest => {
  const body = report.body.replace(from, to);
  if (body === report.body) throw new Error(`${from} is not in the report`);
  return { ...report, body };
};

/** Changed in transit: the signature is that of the original report. */
const onTheWay: readonly Mutation[] = [
  {
    name: 'a byte of the body',
    about: 'unpaid',
    answers: FORGED,
    make: ({ party, order, draw }) => damagedBody(party.report(order), draw),
  },
  {
    name: 'a part of the body',
    about: 'unpaid',
    answers: FORGED,
    make: ({ party, order, draw }) => cut(party.report(order), draw),
  },
  {
    name: 'a byte of the signature',
    about: 'unpaid',
    answers: FORGED,
    make: ({ party, order, draw }) => inHeader(party.report(order), draw, (value) => damaged(value, draw)),
  },
  {
    name: 'no signature',
    about: 'unpaid',
    answers: FORGED,
    make: ({ party, order, draw }) => inHeader(party.report(order), draw, () => undefined),
  },
  {
    name: 'the amount of a signed report',
    about: 'unpaid',
    answers: FORGED,
    make: ({ party, order, draw }) => replacedIn(party.report(order), '.00', `.${10 + draw(90)}`),
  },
  {
    name: 'the order of a signed report',
    about: 'unpaid',
    answers: FORGED,
    make: ({ party, order, foreign }) =>
      replacedIn(party.report(foreign), foreign.systemNo.toString(), order.systemNo.toString()),
  },
  {
    name: 'the key of a stranger',
    about: 'unpaid',
    answers: FORGED,
    make: ({ party, order }) => party.report(order, { key: party.foreignKey }),
  },
  {
    name: 'the door of another upstream',
    about: 'unpaid',
    answers: FORGED,
    make: ({ party, other, order }) => ({ ...party.report(order), upstreamId: other.upstreamId }),
  },
];

/** Correctly signed but wrong: a mistake of the upstream, or an upstream that can't be trusted. */
const wronglySigned: readonly Mutation[] = [
  {
    name: "another member's order",
    about: 'unpaid',
    answers: ['409 unknown_order'],
    make: ({ party, order, foreign }) => party.report(order, { memberNo: foreign.memberNo }),
  },
  {
    name: 'an order that is none',
    about: 'unpaid',
    answers: ['409 unknown_order'],
    make: ({ party, order, draw }) => party.report(order, { systemNo: order.systemNo + 10_000n + BigInt(draw(1e6)) }),
  },
  {
    name: 'an order of no time',
    about: 'unpaid',
    answers: ['404 order_unknown'],
    make: ({ party, order, draw }) => party.report(order, { systemNo: 1_000_000_000_000_000_000n + BigInt(draw(1e9)) }),
  },
  {
    name: 'another amount',
    about: 'unpaid',
    answers: ['409 mismatch'],
    make: ({ party, order, draw }) =>
      party.report(order, {
        amountMinor: draw(2)
          ? order.amountMinor + 1n + BigInt(draw(1e9))
          : 1n + BigInt(draw(Number(order.amountMinor) - 1)),
      }),
  },
  {
    name: 'an amount that is none',
    about: 'unpaid',
    answers: ['400 malformed'],
    make: ({ party, order, draw }) => party.report(order, { amountMinor: draw(2) ? 0n : -order.amountMinor }),
  },
  {
    name: 'another currency',
    about: 'unpaid',
    answers: ['409 mismatch', '400 malformed'],
    // An installation's report names no currency, so the amount is written as in that currency.
    make: ({ party, order, draw }) => party.report(order, { currency: draw(2) ? 'JPY' : 'KWD' }),
  },
  {
    name: 'another channel',
    about: 'unpaid',
    answers: ['409 mismatch'],
    make: ({ other, order }) => other.report(order),
  },
  {
    name: 'another account',
    about: 'unpaid',
    answers: ['403 wrong_account'],
    make: ({ party, order, draw }) =>
      party.report(order, { account: { upstreamId: 100 + draw(1e6), merchantNo: `${40_000_000 + draw(1e6)}` } }),
  },
  {
    name: 'another time',
    about: 'unpaid',
    answers: ['401 stale'],
    make: ({ party, order, draw }) => party.report(order, { offS: (draw(2) ? 1 : -1) * (301 + draw(1e6)) }),
  },
  {
    name: 'a failure',
    about: 'unpaid',
    answers: ['200 success'],
    make: ({ party, order }) => party.report(order, { status: 'failed' }),
  },
];

/** True earlier or possibly true: repeated, late, or withdrawn reports. */
const outOfTurn: readonly Mutation[] = [
  { name: 'a replay', about: 'success', answers: ['409 replayed'], make: ({ reported }) => reported },
  { name: 'a repetition', about: 'success', answers: ['200 success'], make: ({ party, order }) => party.report(order) },
  {
    name: 'a late failure',
    about: 'success',
    answers: ['200 success'],
    make: ({ party, order }) => party.report(order, { status: 'failed' }),
  },
  {
    name: 'a repetition of another amount',
    about: 'success',
    answers: ['409 mismatch'],
    make: ({ party, order, draw }) => party.report(order, { amountMinor: order.amountMinor + 1n + BigInt(draw(1e6)) }),
  },
  {
    name: 'a failure after its time',
    about: 'expired',
    answers: ['200 success'],
    make: ({ party, order }) => party.report(order, { status: 'failed' }),
  },
  {
    name: 'a payment after its time that a query denies',
    about: 'expired',
    answers: ['503 unconfirmed'],
    make: ({ party, order }) => party.report(order),
  },
];

export const mutations: readonly Mutation[] = [...onTheWay, ...wronglySigned, ...outOfTurn];

function damagedBody(report: ReportRequest, draw: Occasion['draw']): ReportRequest {
  return { ...report, body: damaged(report.body, draw) };
}

function cut(report: ReportRequest, draw: Occasion['draw']): ReportRequest {
  return { ...report, body: report.body.slice(0, draw(report.body.length)) };
}
