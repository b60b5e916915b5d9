/**
 * Operator calls about withdrawals and payouts. Only one response contains a full account number, and each read of it
 * is logged.
 */
import { decide } from '#features/approvals/server/deciding.ts';
import { countApprovals } from '#features/approvals/server/proposals.ts';
import type { FactorVerbs } from '#features/factors/server/verbs.ts';
import type { LedgerVerbs } from '#features/ledger/server/verbs.ts';
import type { MemberVerbs } from '#features/members/server/verbs.ts';
import { actorOf } from '#features/audit/server/verbs.ts';
import type { UserVerbs } from '#features/accounts/server/verbs.ts';
import type { ParsedInputOf } from '#foundation/core/calls.ts';
import { formatAmount } from '#foundation/core/money.ts';
import type { Language } from '#foundation/core/words.ts';
import { type AnsweredContract, type Ask, handlers } from '#foundation/server/http/handlers.ts';
import type { Sealer } from '#foundation/server/secrets/sealing.ts';
import {
  operatorDisbursementCalls,
  type OperatorDisbursementDetail,
  type OperatorDisbursementRow,
} from '../operator-contract.ts';
import { operatorActs, stepOf } from '../operator-rules.ts';
import { openAccount } from './accounts.ts';
import { rowOf } from './calls.ts';
import { type ActDeps, actOrPropose, findOne, freeze, nothingMore, query, type One } from './operator-acts.ts';
import { approvalRowOf, approvalsOf } from './operator-approvals.ts';
import {
  countAttention,
  type ListedDisbursement,
  selectAllDisbursements,
  sumAllDisbursements,
} from './operator-listing.ts';
import { type HoldDeps, holdOf } from './operator-holds.ts';
import { type MemberMoneyDeps, setSettlement, setTerms, termsOf } from './operator-members.ts';
import { APPROVALS, selectApprovals, selectUpstreamNames } from './operator-store.ts';
import { selectAttempts } from './store.ts';
import type { DisbursementVerbs } from './verbs.ts';

export interface OperatorCallDeps extends ActDeps, HoldDeps, MemberMoneyDeps {
  sealer: Sealer;
  members: MemberVerbs;
  ledger: LedgerVerbs;
  factors: FactorVerbs;
  users: Pick<UserVerbs, 'userIdOf' | 'doubtAbout'>;
  disbursements: DisbursementVerbs;
}

type Calls = (typeof operatorDisbursementCalls)['calls'];

export function operatorDisbursementHandlers(deps: OperatorCallDeps): AnsweredContract {
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
    '/operator/approval/list': (ask, input) => approvals(deps, ask, input),
    '/operator/approval/decide': (ask, input) => decide(deps, ask, input, approvalsOf(deps, ask)),
    '/operator/member/terms': (ask, input) => termsOf(deps, ask, input),
    '/operator/member/setTerms': (ask, input) => setTerms(deps, ask, input),
    '/operator/member/setSettlement': (ask, input) => setSettlement(deps, ask, input),
    async '/operator/member/hold'(ask, input) {
      const held = await holdOf(deps, ask, input, 'hold');
      return 'most' in held ? ask.refuse('hold_exceeds_available', { most: held.most }) : held;
    },
    async '/operator/member/release'(ask, input) {
      const held = await holdOf(deps, ask, input, 'release');
      return 'most' in held ? ask.refuse('release_exceeds_held', { most: held.most }) : held;
    },
  });
}

type ListCall = Calls['/operator/disbursement/list'];

async function list(
  { db, platform }: OperatorCallDeps,
  { language, now }: Ask<ListCall>,
  filter: ParsedInputOf<ListCall>,
) {
  const { currency } = await platform.settings();
  const [rows, { count, amountMinor, feeMinor }, waiting, open] = await Promise.all([
    selectAllDisbursements(db.kysely, filter, now),
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

async function detail(deps: OperatorCallDeps, ask: Ask<DetailCall>, input: One): Promise<OperatorDisbursementDetail> {
  const { db, platform, members } = deps;
  const one = await findOne(deps, ask, input);
  const [attempts, upstreams, member, [approval], { dualApprovalFromMinor }] = await Promise.all([
    selectAttempts(db.kysely, one),
    selectUpstreamNames(db.kysely),
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
  deps: OperatorCallDeps,
  ask: Ask<AccountCall>,
  input: ParsedInputOf<AccountCall>,
): Promise<{ account: string }> {
  const { db, audit, factors } = deps;
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
  return { account: openAccount(deps.sealer, one, one.accountSealed) };
}

type ApprovalsCall = Calls['/operator/approval/list'];

async function approvals(
  { db }: OperatorCallDeps,
  ask: Ask<ApprovalsCall>,
  { state, memberNo, page, limit, order }: ParsedInputOf<ApprovalsCall>,
) {
  const filter = {
    state: state === 'all' ? undefined : state,
    memberNo,
  };
  const [total, open, found] = await Promise.all([
    countApprovals(db.kysely, APPROVALS, filter, ask.now),
    countApprovals(db.kysely, APPROVALS, { state: 'open' }, ask.now),
    selectApprovals(db.kysely, filter, ask.now, { newestFirst: order === 'desc', limit, offset: (page - 1) * limit }),
  ]);
  return { total, page, limit, list: found.map((view) => approvalRowOf(view, ask)), extend: { open } };
}
