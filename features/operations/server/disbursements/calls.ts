/**
 * Handlers of the operators' calls about withdrawals and payouts. Only one response contains a full account number, and
 * each read of it is logged.
 */
import { countApprovals } from '#features/approvals/server/proposals.ts';
import { actorOf } from '#features/audit/server/verbs.ts';
import { rowOf } from '#features/disbursements/server/calls.ts';
import type { DisbursementVerbs } from '#features/disbursements/server/verbs.ts';
import type { UserVerbs } from '#features/accounts/server/verbs.ts';
import type { LedgerVerbs } from '#features/ledger/server/verbs.ts';
import type { Member } from '#features/members/member.ts';
import type { MemberVerbs } from '#features/members/server/verbs.ts';
import type { UpstreamVerbs } from '#features/upstreams/server/verbs.ts';
import type { ParsedInputOf } from '#foundation/core/calls.ts';
import { formatAmount } from '#foundation/core/money.ts';
import type { Language } from '#foundation/core/words.ts';
import { type ServedContract, type CallContext, handlers } from '#foundation/server/http/handlers.ts';
import {
  operatorDisbursementCalls,
  type OperatorDisbursementDetail,
  type OperatorDisbursementRow,
} from '../../disbursement-contract.ts';
import { operatorActions, stepOf } from '../../rules.ts';
import { exchangeOf } from '../exchange-output.ts';
import { approvalRowOf } from '../approvals/deciding.ts';
import { APPROVALS, selectApprovals } from '../approvals/store.ts';
import { actOrPropose, findOne, freeze, NO_INPUTS, query, type One } from './actions.ts';
import { selectTaken } from '../hand-payments/store.ts';
import { bulk, bulkDetail, type BulkDeps } from './bulk.ts';
import {
  countAttention,
  filterOf,
  type ListedDisbursement,
  selectAllDisbursements,
  selectBatch,
  sumAllDisbursements,
} from './listing.ts';

export interface OperatorDisbursementDeps extends BulkDeps {
  members: Pick<MemberVerbs, 'find'>;
  ledger: Pick<LedgerVerbs, 'balances'>;
  users: BulkDeps['users'] & Pick<UserVerbs, 'disbursementStandings'>;
  upstreams: Pick<UpstreamVerbs, 'exchangesOf' | 'names'>;
  disbursements: DisbursementVerbs;
}

type Calls = (typeof operatorDisbursementCalls)['calls'];

export function operatorDisbursementHandlers(deps: OperatorDisbursementDeps): ServedContract {
  return handlers(operatorDisbursementCalls, {
    '/operator/disbursement/list': (context, filter) => list(deps, context, filter),
    '/operator/disbursement/detail': (context, input) => detail(deps, context, input),
    '/operator/disbursement/account': (context, input) => account(deps, context, input),
    '/operator/disbursement/freeze': (context, input) => freeze(deps, context, input),
    '/operator/disbursement/unfreeze': (context, input) =>
      actOrPropose(deps, context, input, 'unfreeze', { ...NO_INPUTS, reason: input.reason }),
    '/operator/disbursement/markPaid': (context, input) => {
      const { bankReference, upstreamId, reason } = input;
      return actOrPropose(deps, context, input, 'mark_paid', { bankReference, upstreamId, reason });
    },
    '/operator/disbursement/cancel': (context, input) =>
      actOrPropose(deps, context, input, 'cancel', { ...NO_INPUTS, reason: input.reason }),
    '/operator/disbursement/submit': (context, input) =>
      actOrPropose(deps, context, input, 'submit', {
        ...NO_INPUTS,
        upstreamId: input.upstreamId ?? null,
        reason: input.reason,
      }),
    '/operator/disbursement/query': (context, input) => query(deps, context, input),
    '/operator/disbursement/bulk': (context, input) => bulk(deps, context, input),
    '/operator/disbursement/bulkDetail': (context, input) => bulkDetail(deps, context, input),
  });
}

type ListCall = Calls['/operator/disbursement/list'];

async function list(
  { db, platform, disbursements, upstreams }: OperatorDisbursementDeps,
  { language, now, wrongField }: CallContext<ListCall>,
  input: ParsedInputOf<ListCall>,
) {
  const { currency } = await platform.settings();
  const batch = await selectBatch(db, input.q ?? '');
  const filter = { ...filterOf(input, currency, wrongField), batch };
  const [rows, { count, capped, amountMinor, feeMinor }, waiting, open, names, payable] = await Promise.all([
    selectAllDisbursements({ db, disbursements }, filter, now, input),
    sumAllDisbursements(db, filter, now),
    countAttention(db),
    countApprovals(db, APPROVALS, { state: 'open' }, now),
    upstreams.names(),
    disbursements.payoutUpstreams(),
  ]);
  const filtered = {
    count,
    capped,
    amount: formatAmount(amountMinor, currency),
    fee: formatAmount(feeMinor, currency),
  };
  const { page, limit } = input;
  return {
    total: count,
    page,
    limit,
    list: rows.map((row) => listedOf(row, language)),
    extend: {
      filtered,
      attention: { ...waiting, approvals: open },
      batch: batch
        ? { batchNo: batch.batchNo.toString(), memberNo: batch.memberNo.toString(), memberName: batch.memberName }
        : null,
      upstreams: { all: names, open: names.filter(({ id }) => payable.includes(id)) },
    },
  };
}

function listedOf(one: ListedDisbursement, language: Language): OperatorDisbursementRow {
  return {
    ...rowOf(one, language),
    memberNo: one.memberNo.toString(),
    memberName: one.memberName,
    kind: one.kind,
    source: one.source,
  };
}

type DetailCall = Calls['/operator/disbursement/detail'];

async function detail(
  deps: OperatorDisbursementDeps,
  context: CallContext<DetailCall>,
  input: One,
): Promise<OperatorDisbursementDetail> {
  const { db, platform, members, disbursements } = deps;
  const one = await findOne(deps, context, input);
  const { memberNo, systemNo } = one;
  const [attempts, upstreams, payable, member, [approval], exchanges, { dualApprovalFromMinor }, taken] =
    await Promise.all([
      disbursements.attemptsOf(one),
      deps.upstreams.names(),
      disbursements.payoutUpstreams(),
      members.find(memberNo),
      selectApprovals(db, { memberNo, systemNo, state: 'open' }, context.now),
      deps.upstreams.exchangesOf(memberNo, systemNo),
      platform.settings(),
      selectTaken(db, one),
    ]);
  if (!member) return context.refuse('not_found');
  const named = (id: number) => ({ id, name: upstreams.find((each) => each.id === id)?.name ?? id.toString() });
  const fileId = (one.status === 'frozen' && taken?.fileId) || null;
  return {
    ...listedOf({ ...one, memberName: member.name }, context.language),
    currency: one.currency,
    remark: one.remark ?? '',
    attach: one.attach ?? '',
    bankReference: one.bankReference ?? '',
    failReason: one.failReason ?? '',
    acts: fileId === null ? operatorActions.filter((act) => !('refused' in stepOf(one, act))) : [],
    bankFileId: fileId,
    approvalFrom: dualApprovalFromMinor === null ? null : formatAmount(dualApprovalFromMinor, one.currency),
    approval: approval ? approvalRowOf(approval, context) : null,
    upstreams,
    payoutUpstreams: payable.map(named),
    nextUpstream: one.nextUpstreamId === null ? null : named(one.nextUpstreamId),
    standing: await standingOf(deps, member, one.currency, context.now),
    talk: exchanges.map(exchangeOf),
    attempts: attempts.map(
      ({ startedAt, state, upstreamId, upstreamNo, reference, bankReference, failReason, queries, settledAt }) => ({
        startedAt: startedAt.toISOString(),
        state,
        upstream: named(upstreamId).name,
        upstreamNo: upstreamNo ?? '',
        reference,
        bankReference: bankReference ?? '',
        failReason: failReason ?? '',
        queries,
        settledAt: settledAt?.toISOString() ?? null,
      }),
    ),
  };
}

async function standingOf(
  { ledger, users }: OperatorDisbursementDeps,
  { memberNo, state, certification }: Member,
  currency: string,
  now: Date,
): Promise<OperatorDisbursementDetail['standing']> {
  const [{ balanceMinor, availableMinor, frozenMinor }, statuses] = await Promise.all([
    ledger.balances(memberNo, currency, now),
    users.disbursementStandings([memberNo], now),
  ]);
  return {
    state,
    certification,
    balance: formatAmount(balanceMinor, currency),
    available: formatAmount(availableMinor, currency),
    frozen: formatAmount(frozenMinor, currency),
    heldUntil: statuses.get(memberNo)?.pausedUntil?.toISOString() ?? null,
  };
}

type AccountCall = Calls['/operator/disbursement/account'];

async function account(
  deps: OperatorDisbursementDeps,
  context: CallContext<AccountCall>,
  input: ParsedInputOf<AccountCall>,
): Promise<{ account: string }> {
  const { db, audit, factors, disbursements } = deps;
  const one = await findOne(deps, context, input);
  const { memberNo, systemNo, accountHint } = one;
  const { verifyType, verifyCode } = input;
  const checkedStep = await factors.checkSecondStep(context, {
    user: context.session,
    verifyType,
    verifyCode,
  });
  await db.transaction(async (tx) => {
    await factors.spendSecondStep(tx, context, checkedStep);
    await audit.record(tx, {
      ...actorOf(context),
      memberNo,
      action: 'payee_account_read',
      object: `${systemNo} ${accountHint}`,
    });
  });
  return { account: (await disbursements.accountOf(one)) ?? context.refuse('not_found') };
}
