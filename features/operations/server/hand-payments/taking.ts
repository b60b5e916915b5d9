/**
 * Takes withdrawals and payouts out of all other ways to be paid, for a bank to pay them. What was asked for is stored
 * first; then each one is a transaction of its own, which freezes it and stores that it is taken. The same request again
 * does what is left.
 */
import { actorOf } from '#features/audit/server/verbs.ts';
import type { Disbursement, DisbursementKey } from '#features/disbursements/disbursement.ts';
import { isOpenAttempt } from '#features/disbursements/rules.ts';
import type { DisbursementVerbs } from '#features/disbursements/server/verbs.ts';
import type { ParsedInputOf } from '#foundation/core/calls.ts';
import { formatAmount, sum } from '#foundation/core/money.ts';
import type { CallContext } from '#foundation/server/http/handlers.ts';
import type { HandFile, HandRefusal, handPaymentCalls } from '../../hand-payment-contract.ts';
import { type ActionDeps, checkUpstream } from '../disbursements/actions.ts';
import { isAtBank } from './at-bank.ts';
import { bankText, type Payable, writeBankFile } from './bank-file.ts';
import {
  type BankFile,
  type HandPayment,
  insertBankFile,
  insertHandPayment,
  selectBankFile,
  selectHandPayments,
} from './store.ts';

export type HandPaymentDeps = ActionDeps & { disbursements: Pick<DisbursementVerbs, 'accountOf'> };

type Calls = (typeof handPaymentCalls)['calls'];
type PayCall = Calls['/operator/disbursement/payByHand'];
type FileCall = Calls['/operator/disbursement/bankFile'];
type WrittenFile = Awaited<ReturnType<typeof writeBankFile>>;

export async function payByHand(
  deps: HandPaymentDeps,
  context: CallContext<PayCall>,
  { rows, format, verifyType, verifyCode, ...terms }: ParsedInputOf<PayCall>,
): Promise<{ bankFile: WrittenFile; hand: HandFile }> {
  const { db, factors, audit } = deps;
  const { session, now } = context;
  await checkUpstream(deps, context, 'mark_paid', terms.upstreamId);
  const named = rows.map(({ memberNo, orderNo }): DisbursementKey => ({ memberNo, systemNo: orderNo }));
  const items = [...new Map(named.map((item) => [keyOf(item), item])).values()];
  const wanted: BankFile = { ...terms, items, madeBy: session.userId, madeAt: now };
  const before = await selectBankFile(db, terms.fileId);
  if (before && !isSame(before, wanted)) return context.refuse('bank_file_conflict');
  const checkedStep = await factors.checkSecondStep(context, { user: session, verifyType, verifyCode });
  await db.transaction(async (tx) => {
    await factors.spendSecondStep(tx, context, checkedStep);
    await insertBankFile(tx, wanted);
    await audit.record(tx, {
      ...actorOf(context),
      memberNo: null,
      action: 'bank_file_made',
      object: `${terms.fileId} ${format}, ${items.length} rows, ${terms.reason}`,
    });
  });
  const stored = (await selectBankFile(db, terms.fileId)) ?? context.refuse('not_found');
  if (!isSame(stored, wanted)) return context.refuse('bank_file_conflict');
  const known = new Set((await selectHandPayments(db, stored)).map(keyOf));
  for (const item of stored.items) if (!known.has(keyOf(item))) await takeOne(deps, context, stored, item);
  return { bankFile: await written(deps, context, stored, format), hand: await handFileOf(deps, stored) };
}

/** Whether it is the same operator's same request. */
function isSame(a: BankFile, b: BankFile): boolean {
  const textOf = ({ upstreamId, payerName, payerAccount, day, reason, madeBy, items }: BankFile): string =>
    JSON.stringify([upstreamId, payerName, payerAccount, day, reason, madeBy.toString(), items.map(keyOf)]);
  return textOf(a) === textOf(b);
}

function keyOf({ memberNo, systemNo }: DisbursementKey): string {
  return `${memberNo}|${systemNo}`;
}

/** Carries a refusal of one out of its transaction. */
class NotTaken extends Error {
  override name = 'NotTaken';
  readonly refusal: HandRefusal | 'known';

  constructor(refusal: HandRefusal | 'known') {
    super(refusal);
    this.refusal = refusal;
  }
}

async function takeOne(
  deps: HandPaymentDeps,
  context: CallContext<PayCall>,
  { fileId, reason }: BankFile,
  key: DisbursementKey,
): Promise<void> {
  const { db, audit, disbursements } = deps;
  const by = { userId: context.session.userId, at: context.now };
  try {
    const one = await disbursements.get(key);
    if (!one) throw new NotTaken('not_found');
    const refusal = refusalOf(one);
    if (refusal) throw new NotTaken((await isAtBank(db, key)) ? 'paid_by_hand' : refusal);
    const outcome = await disbursements.change(key, {
      event: 'freeze',
      from: ['applying'],
      async withinTransaction(tx, before) {
        if (isOpenAttempt(before.submission)) throw new NotTaken('attempt_open');
        if (!(await insertHandPayment(tx, fileId, { ...key, state: 'taken', error: null }, by)))
          throw new NotTaken('known');
        await audit.record(tx, {
          ...actorOf(context),
          memberNo: key.memberNo,
          action: 'disbursement_frozen',
          object: `${key.systemNo} ${reason}`,
        });
      },
    });
    if (outcome !== 'changed') throw new NotTaken('disbursement_changed');
  } catch (error) {
    if (!(error instanceof NotTaken)) throw error;
    // The same request, sent twice at once, has taken this one.
    if (error.refusal === 'known') return;
    await insertHandPayment(db, fileId, { ...key, state: 'refused', error: error.refusal }, by);
  }
}

function refusalOf({ status, submission }: Disbursement): HandRefusal | undefined {
  if (status === 'paid' || status === 'cancelled') return 'disbursement_ended';
  if (status === 'frozen') return 'is_frozen';
  return isOpenAttempt(submission) ? 'attempt_open' : undefined;
}

/** The file of those that are at the bank now. */
export async function bankFile(
  deps: HandPaymentDeps,
  context: CallContext<FileCall>,
  { fileId, format, verifyType, verifyCode }: ParsedInputOf<FileCall>,
): Promise<WrittenFile> {
  const { db, factors, audit } = deps;
  const stored = (await selectBankFile(db, fileId)) ?? context.refuse('not_found');
  const checkedStep = await factors.checkSecondStep(context, { user: context.session, verifyType, verifyCode });
  await db.transaction(async (tx) => {
    await factors.spendSecondStep(tx, context, checkedStep);
    await audit.record(tx, {
      ...actorOf(context),
      memberNo: null,
      action: 'bank_file_made',
      object: `${fileId} ${format}, again`,
    });
  });
  return written(deps, context, stored, format);
}

async function written(
  deps: HandPaymentDeps,
  { language, now }: Pick<CallContext<FileCall>, 'language' | 'now'>,
  file: BankFile,
  format: ParsedInputOf<FileCall>['format'],
): Promise<WrittenFile> {
  const { currency, timeZone } = await deps.platform.settings();
  const taken = (await selectHandPayments(deps.db, file)).filter(({ state }) => state === 'taken');
  const isTaken = new Set(taken.map(keyOf));
  const payables: Payable[] = [];
  for (const key of file.items.filter((item) => isTaken.has(keyOf(item)))) {
    const [one, account] = await Promise.all([deps.disbursements.get(key), deps.disbursements.accountOf(key)]);
    if (!one || account === undefined) throw new Error(`${key.systemNo} of ${key.memberNo} is at a bank and not there`);
    const { systemNo, amountMinor, type, holder, bank, branch } = one;
    payables.push({
      systemNo,
      amountMinor,
      type,
      holder,
      account,
      bank: bankText(bank, language),
      branch: branch ?? '',
    });
  }
  return writeBankFile(file, payables, format, { currency, timeZone, language, now });
}

/** The file as the screen shows it. What the bank paid and a second operator has confirmed since is paid. */
export interface HandFileDeps extends Pick<HandPaymentDeps, 'db' | 'platform'> {
  disbursements: Pick<DisbursementVerbs, 'get'>;
}

export async function handFileOf(deps: HandFileDeps, file: BankFile & { operator: string }): Promise<HandFile> {
  const { currency } = await deps.platform.settings();
  const known = new Map((await selectHandPayments(deps.db, file)).map((one) => [keyOf(one), one]));
  const rows = await Promise.all(
    file.items.map(async (key) => ({ key, one: await deps.disbursements.get(key), hand: known.get(keyOf(key)) })),
  );
  const shown = rows.map(({ key, one, hand }) => ({ key, one, hand, state: stateOf(one, hand) }));
  const { fileId, upstreamId, payerName, payerAccount, day, reason, operator, madeAt } = file;
  return {
    fileId,
    upstreamId,
    payerName,
    payerAccount,
    day,
    reason,
    madeBy: operator,
    madeAt: madeAt.toISOString(),
    rows: shown.map(({ key, one, hand, state }) => ({
      memberNo: key.memberNo.toString(),
      orderNo: key.systemNo.toString(),
      holder: one?.holder ?? '',
      amount: formatAmount(one?.amountMinor ?? 0n, currency),
      state,
      error: hand?.error ?? null,
      bankReference: hand?.bankReference ?? '',
      failReason: hand?.failReason ?? '',
    })),
    amount: formatAmount(
      sum(
        shown
          .filter(({ state }) => state === 'taken' || state === 'proposed' || state === 'paid')
          .map(({ one }) => one?.amountMinor ?? 0n),
      ),
      currency,
    ),
  };
}

function stateOf(
  one: Pick<Disbursement, 'status'> | undefined,
  hand: HandPayment | undefined,
): HandFile['rows'][number]['state'] {
  if (!hand) return 'waiting';
  return hand.state === 'proposed' && one?.status === 'paid' ? 'paid' : hand.state;
}
