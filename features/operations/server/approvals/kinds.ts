/**
 * Every kind of proposals, for the one list and the one decision. A new kind is an entry here, its names in
 * `approval-contract.ts` with their texts, and an entry in `apps/server/proposal-kinds-for-tests.ts`.
 */
import { type Sql, sql } from '#foundation/server/postgres/sql.ts';
import {
  decideProposal as decideLogin,
  loginHolds,
  loginProposals,
  markLoginProposalsStale,
  OPERATOR_PROPOSALS,
  type OperatorUserDeps,
} from '#features/accounts/server/operators/proposals.ts';
import { decide, type DecidingDeps } from '#features/approvals/server/deciding.ts';
import type { Right } from '#features/rights.ts';
import {
  decideProposal as decideStaff,
  markStaffProposalsStale,
  STAFF_PROPOSALS,
  staffHolds,
  staffProposals,
} from '#features/staff/server/deciding.ts';
import type { ParsedInputOf } from '#foundation/core/calls.ts';
import type { Queryable } from '#foundation/server/postgres/database.ts';
import type { CallContext } from '#foundation/server/http/handlers.ts';
import type { ApprovalRow, operatorApprovalCalls, ProposalKindName } from '../../approval-contract.ts';
import { type AdjustmentDeps, adjustmentsOf } from '../adjustments/adjusting.ts';
import { ADJUSTMENTS, selectAdjustments, updateAdjustmentsStale } from '../adjustments/store.ts';
import { selectNames } from '../member-page/store.ts';
import type { ActionDeps } from '../disbursements/actions.ts';
import { type ReversalDeps, reversalsOf } from '../orders/calls.ts';
import { CONFIRMATIONS, selectConfirmations, updateConfirmationsStale } from '../orders/confirmation-store.ts';
import { type ConfirmationDeps, confirmationsOf } from '../orders/confirming.ts';
import { selectRateProposals, RATE_PROPOSALS, updateRatesStale } from '../rates/proposals-store.ts';
import { rateAsProposed, type RateProposalDeps, ratesOf } from '../rates/proposing.ts';
import { MOVES, selectMoves, updateMovesStale } from '../moves/store.ts';
import { type MoveDeps, movePlanOf, movesOf } from '../moves/moving.ts';
import { REVERSALS, selectReversals, updateReversalsStale } from '../orders/store.ts';
import { settingProposals, settingsHold } from '../settings/calls.ts';
import type { SettingProposalDeps } from '../settings/deps.ts';
import { selectSettingProposals, SETTING_PROPOSALS, updateSettingProposalsStale } from '../settings/store.ts';
import { approvalRowOf, approvalsOf } from './deciding.ts';
import {
  adjustmentRowOf,
  confirmationRowOf,
  loginRowOf,
  moveRowOf,
  rateRowOf,
  type Reader,
  reversalRowOf,
  settingRowOf,
  staffRowOf,
} from './rows.ts';
import { APPROVALS, selectApprovals, updateApprovalsStale } from './store.ts';

export type OperatorApprovalDeps = ActionDeps &
  DecidingDeps &
  ReversalDeps &
  ConfirmationDeps &
  AdjustmentDeps &
  OperatorUserDeps &
  SettingProposalDeps &
  MoveDeps &
  RateProposalDeps;

type DecideCall = (typeof operatorApprovalCalls)['calls']['/operator/approval/decide'];

export interface ListedKind {
  table: string;
  /** The same as text of a statement, as `a`. Its table has the columns of `proposalColumns`. */
  from: Sql;
  names: readonly ProposalKindName[];
  /** The condition for one of several names; the table is `a`. */
  only?(name: ProposalKindName): Sql;
  /** Its key has a member number. */
  ofMembers: boolean;
  /** Needed to see it, and to decide it either way. Absent: the rights of the calls are enough to see it and reject it. */
  secret?: { view: Right; decide: Right };
  /** The rows with these ids, in any order. */
  rows(deps: OperatorApprovalDeps, reader: Reader, ids: readonly string[]): Promise<ApprovalRow[]>;
  decide(
    deps: OperatorApprovalDeps,
    context: CallContext<DecideCall>,
    input: ParsedInputOf<DecideCall>,
  ): Promise<undefined>;
  /** Marks those of these that are open as stale. */
  markStale(on: Queryable, ids: readonly string[]): Promise<void>;
}

export const listedKinds: readonly ListedKind[] = [
  {
    table: APPROVALS,
    from: sql`from disbursement_approvals a`,
    names: ['withdrawal', 'payout'],
    only: (name) => sql`exists (
      select 1 from disbursements d where d.member_no = a.member_no and d.system_no = a.system_no and d.kind = ${name})`,
    ofMembers: true,
    async rows({ db }, reader, approvalIds) {
      const found = await selectApprovals(db, { approvalIds }, reader.now, { limit: approvalIds.length });
      return found.map((view) => approvalRowOf(view, reader));
    },
    decide: (deps, context, input) => decide(deps, context, input, approvalsOf(deps, context)),
    markStale: updateApprovalsStale,
  },
  {
    table: REVERSALS,
    from: sql`from order_reversals a`,
    names: ['reversal'],
    ofMembers: true,
    async rows({ db }, reader, approvalIds) {
      const found = await selectReversals(db, { approvalIds }, reader.now, { limit: approvalIds.length });
      return found.map((view) => reversalRowOf(view, reader));
    },
    decide: (deps, context, input) => decide(deps, context, input, reversalsOf(deps, context)),
    markStale: updateReversalsStale,
  },
  {
    table: CONFIRMATIONS,
    from: sql`from order_confirmations a`,
    names: ['confirmation'],
    ofMembers: true,
    async rows({ db }, reader, approvalIds) {
      const found = await selectConfirmations(db, { approvalIds }, reader.now, { limit: approvalIds.length });
      return found.map((view) => confirmationRowOf(view, reader));
    },
    decide: (deps, context, input) => decide(deps, context, input, confirmationsOf(deps, context)),
    markStale: updateConfirmationsStale,
  },
  {
    table: ADJUSTMENTS,
    // Those that one operator did alone are no proposals.
    from: sql`from (select * from wallet_adjustments where not alone) a`,
    names: ['adjustment'],
    ofMembers: true,
    async rows({ db }, reader, approvalIds) {
      const found = await selectAdjustments(db, { approvalIds }, reader.now, { limit: approvalIds.length });
      return found.map((view) => adjustmentRowOf(view, reader));
    },
    decide: (deps, context, input) => decide(deps, context, input, adjustmentsOf(deps, context)),
    markStale: updateAdjustmentsStale,
  },
  {
    table: OPERATOR_PROPOSALS,
    from: sql`from operator_proposals a`,
    names: ['login'],
    ofMembers: false,
    async rows(deps, reader, ids) {
      const found = await loginProposals(deps, ids, reader.now);
      return Promise.all(
        found.map(async (proposal) =>
          loginRowOf(proposal, { ...reader, holds: await loginHolds(deps, proposal, reader.now) }),
        ),
      );
    },
    decide: decideLogin,
    markStale: markLoginProposalsStale,
  },
  {
    table: STAFF_PROPOSALS,
    from: sql`from staff_proposals a`,
    names: ['staff'],
    ofMembers: false,
    secret: { view: 'staff.view', decide: 'staff.configure' },
    async rows({ db }, reader, ids) {
      const found = await staffProposals(db, ids, reader.now);
      return Promise.all(
        found.map(async ({ proposal, names }) =>
          staffRowOf(proposal, { ...reader, names, holds: await staffHolds(db, proposal, reader.now) }),
        ),
      );
    },
    decide: decideStaff,
    markStale: markStaffProposalsStale,
  },
  {
    table: SETTING_PROPOSALS,
    from: sql`from setting_proposals a`,
    names: ['setting'],
    ofMembers: false,
    async rows(deps, reader, approvalIds) {
      const found = await selectSettingProposals(deps.db, { approvalIds }, reader.now, {
        limit: approvalIds.length,
      });
      const holds = await settingsHold(deps);
      return found.map((proposal) => settingRowOf(proposal, { ...reader, holds: holds(proposal) }));
    },
    decide: (deps, context, input) => decide(deps, context, input, settingProposals(deps, context)),
    markStale: updateSettingProposalsStale,
  },
  {
    table: MOVES,
    from: sql`from move_proposals a`,
    names: ['move'],
    ofMembers: true,
    async rows(deps, reader, approvalIds) {
      const { db } = deps;
      const found = await selectMoves(db, { approvalIds }, reader.now, { limit: approvalIds.length });
      const names = await selectNames(db, [...new Set(found.flatMap(({ before, after }) => [...before, ...after]))]);
      return Promise.all(
        found.map(async (view) =>
          moveRowOf(view, { ...reader, names, plan: view.state === 'open' ? await movePlanOf(deps, view) : undefined }),
        ),
      );
    },
    decide: (deps, context, input) => decide(deps, context, input, movesOf(deps, context)),
    markStale: updateMovesStale,
  },
  {
    table: RATE_PROPOSALS,
    from: sql`from rate_proposals a`,
    names: ['rate'],
    ofMembers: true,
    async rows(deps, reader, approvalIds) {
      const { currency } = await deps.platform.settings();
      const found = await selectRateProposals(deps.db, { approvalIds }, reader.now, {
        limit: approvalIds.length,
      });
      return Promise.all(
        found.map(async (view) =>
          rateRowOf(view, {
            ...reader,
            currency,
            current: view.state === 'open' ? await rateAsProposed(deps, view, currency) : undefined,
          }),
        ),
      );
    },
    async decide(deps, context, input) {
      const { currency } = await deps.platform.settings();
      return decide(deps, context, input, ratesOf(deps, context, currency));
    },
    markStale: updateRatesStale,
  },
];
