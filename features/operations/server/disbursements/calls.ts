/**
 * Handlers of the operators' calls about withdrawals and payouts. Only one response contains a full account number, and
 * each read of it is logged.
 */
import { countApprovals } from '#features/approvals/server/proposals.ts';
import { actorOf } from '#features/audit/server/verbs.ts';
import { rowOf } from '#features/disbursements/server/calls.ts';
import type { DisbursementVerbs } from '#features/disbursements/server/verbs.ts';
import type { MemberVerbs } from '#features/members/server/verbs.ts';
import type { ParsedInputOf } from '#foundation/core/calls.ts';
import { formatAmount } from '#foundation/core/money.ts';
import type { Language } from '#foundation/core/words.ts';
import { type AnsweredContract, type Ask, handlers } from '#foundation/server/http/handlers.ts';
import {
  operatorDisbursementCalls,
  type OperatorDisbursementDetail,
  type OperatorDisbursementRow,
} from '../../disbursement-contract.ts';
import { operatorActs, stepOf } from '../../rules.ts';
import { approvalRowOf } from '../approvals/deciding.ts';
import { APPROVALS, selectApprovals } from '../approvals/store.ts';
import { type ActDeps, actOrPropose, findOne, freeze, nothingMore, query, type One } from './acts.ts';
import { countAttention, type ListedDisbursement, selectAllDisbursements, sumAllDisbursements } from './listing.ts';

export interface OperatorDisbursementDeps extends ActDeps {
  members: Pick<MemberVerbs, 'find'>;
  disbursements: DisbursementVerbs;
}

type Calls = (typeof operatorDisbursementCalls)['calls'];

export function operatorDisbursementHandlers(deps: OperatorDisbursementDeps): AnsweredContract {
  return handlers(operatorDisbursementCalls, {
    '/operator/disbursement/list': (ask, filter) => list(deps, ask, filter),
    '/operator/disbursement/detail': (ask, input) => detail(deps, ask, input),
    '/operator/disbursement/account': (ask, input) => account(deps, ask, input),
    '/operator/disbursement/freeze': (ask, input) => freeze(deps, ask, input),
    '/operator/disbursement/unfreeze': (ask, input) => actOrPropose(deps, ask, input, 'unfreeze', nothingMore),
    '/operator/disbursement/markPaid': (ask, input) => {
      const { bankReference, upstreamId } = input;
      return actOrPropose(deps, ask, input, 'mark_paid', { bankReference, upstreamId, reason: '' });
    },
    '/operator/disbursement/cancel': (ask, input) =>
      actOrPropose(deps, ask, input, 'cancel', { ...nothingMore, reason: input.reason }),
    '/operator/disbursement/submit': (ask, input) => actOrPropose(deps, ask, input, 'submit', nothingMore),
    '/operator/disbursement/query': (ask, input) => query(deps, ask, input),
  });
}

type ListCall = Calls['/operator/disbursement/list'];

async function list(
  { db, platform, disbursements }: OperatorDisbursementDeps,
  { language, now }: Ask<ListCall>,
  filter: ParsedInputOf<ListCall>,
) {
  const { currency } = await platform.settings();
  const [rows, { count, amountMinor, feeMinor }, waiting, open] = await Promise.all([
    selectAllDisbursements({ db, disbursements }, filter, now),
    sumAllDisbursements(db.kysely, filter, now),
    countAttention(db.kysely),
    countApprovals(db.kysely, APPROVALS, { state: 'open' }, now),
  ]);
  const filtered = { count, amount: formatAmount(amountMinor, currency), fee: formatAmount(feeMinor, currency) };
  const { page, limit } = filter;
  return {
    total: count,
    page,
    limit,
    list: rows.map((row) => listedOf(row, language)),
    extend: { filtered, attention: { ...waiting, approvals: open } },
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
  ask: Ask<DetailCall>,
  input: One,
): Promise<OperatorDisbursementDetail> {
  const { db, platform, members, disbursements } = deps;
  const one = await findOne(deps, ask, input);
  const [attempts, upstreams, member, [approval], { dualApprovalFromMinor }] = await Promise.all([
    disbursements.attemptsOf(one),
    deps.upstreams.names(),
    members.find(one.memberNo),
    selectApprovals(db.kysely, { memberNo: one.memberNo, systemNo: one.systemNo, state: 'open' }, ask.now),
    platform.settings(),
  ]);
  return {
    ...listedOf({ ...one, memberName: member?.name ?? '' }, ask.language),
    currency: one.currency,
    remark: one.remark ?? '',
    attach: one.attach ?? '',
    bankReference: one.bankReference ?? '',
    failReason: one.failReason ?? '',
    acts: operatorActs.filter((act) => !('refused' in stepOf(one, act))),
    approvalFrom: dualApprovalFromMinor === null ? null : formatAmount(dualApprovalFromMinor, one.currency),
    approval: approval ? approvalRowOf(approval, ask) : null,
    upstreams,
    attempts: attempts.map(
      ({ startedAt, state, upstreamId, upstreamNo, reference, bankReference, failReason, queries, settledAt }) => ({
        startedAt: startedAt.toISOString(),
        state,
        upstream: upstreams.find(({ id }) => id === upstreamId)?.name ?? upstreamId.toString(),
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

type AccountCall = Calls['/operator/disbursement/account'];

async function account(
  deps: OperatorDisbursementDeps,
  ask: Ask<AccountCall>,
  input: ParsedInputOf<AccountCall>,
): Promise<{ account: string }> {
  const { db, audit, factors, disbursements } = deps;
  const one = await findOne(deps, ask, input);
  const { memberNo, systemNo, accountHint } = one;
  const { verifyType, verifyCode } = input;
  const passed = await factors.checkSecondStep(ask, {
    user: ask.session,
    verifyType,
    verifyCode,
  });
  await db.transaction(async (tx) => {
    await factors.spendSecondStep(tx, ask, passed);
    await audit.record(tx, {
      ...actorOf(ask),
      memberNo,
      action: 'payee_account_read',
      object: `${systemNo} ${accountHint}`,
    });
  });
  return { account: (await disbursements.accountOf(one)) ?? ask.refuse('not_found') };
}
