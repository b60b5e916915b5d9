/** Operator calls about the books: trial balance, the platform's position, and the checks. */
import { z } from 'zod';
import { accountKinds } from '#features/ledger/rules.ts';
import { calls } from '#foundation/core/calls.ts';
import { AmountOutput, MemberNoText, pageFields, pageOf, SignedAmount, Time } from '#foundation/core/wire.ts';
import { words } from '#foundation/core/words.ts';

const checkKinds = ['recent', 'full', 'asked'] as const;

const Figures = z.strictObject({
  at: Time,
  /** The sum of each account over all members: what is owed is positive. Together they are zero. */
  accounts: z.array(z.strictObject({ account: z.enum(accountKinds), amount: SignedAmount })),
  total: SignedAmount,
  /** By our books, at the end of `day`. */
  upstreams: z.array(
    z.strictObject({
      id: z.int(),
      name: z.string(),
      takenIn: SignedAmount,
      paidOut: SignedAmount,
      settled: SignedAmount,
      /** Taken in − paid out − settled. */
      owed: SignedAmount,
    }),
  ),
  /** The last closed day that is summed; null before the first. */
  day: z.string().nullable(),
  /** Taken in − paid out of all upstreams since then. */
  since: SignedAmount,
  position: z.strictObject({
    /** What upstreams owe, with today's. */
    owedByUpstreams: SignedAmount,
    /** What upstreams have paid to our bank, less what we paid them. */
    settled: SignedAmount,
    /** In members' wallets, on its way out, and commission on its way to agents. */
    owedToMembers: SignedAmount,
    /** Fees less commission, and the other side of adjustments. */
    own: SignedAmount,
  }),
  /** Of whose money operators hold most. */
  holds: z.array(
    z.strictObject({
      memberNo: MemberNoText,
      name: z.string(),
      held: AmountOutput,
      frozen: AmountOutput,
      balance: SignedAmount,
    }),
  ),
  /** Why payouts are stopped; null: the books are right. */
  wrong: z.strictObject({ foundAt: Time, check: z.string(), promise: z.string(), violation: z.string() }).nullable(),
});
export type BooksFigures = z.infer<typeof Figures>;

const Run = z.strictObject({
  id: z.string(),
  kind: z.enum(checkKinds),
  /** The operator who asked; null: the job. */
  by: z.string().nullable(),
  startedAt: Time,
  /** Null: it waits or runs. */
  endedAt: Time.nullable(),
  failed: z.array(z.strictObject({ check: z.string(), promise: z.string(), violations: z.array(z.string()) })),
});
export type BooksRun = z.infer<typeof Run>;

export const BooksFilter = z.strictObject({
  ...pageFields(['startedAt']),
  kind: z.enum(checkKinds).optional(),
});

export const booksCalls = calls(words({}), {
  '/operator/books/figures': {
    who: 'operators',
    right: 'books.view',
    secondStep: { none: 'reads' },
    summary: 'The trial balance by account and upstream, the platform’s position, and the largest holds',
    output: Figures,
  },
  '/operator/books/list': {
    who: 'operators',
    right: 'books.view',
    secondStep: { none: 'reads' },
    summary:
      'The runs of the check of the books, newest first; those that found nothing are kept for a day, full ones for 90',
    input: BooksFilter,
    output: pageOf(Run, z.strictObject({})),
  },
  '/operator/books/run': {
    who: 'operators',
    right: 'books.act',
    secondStep: { none: 'reads the books; only wrong books stop payouts' },
    audit: ['books_check_asked'],
    summary: 'Checks all books in the background; one that runs already counts',
    output: z.strictObject({ id: z.string() }),
  },
});
