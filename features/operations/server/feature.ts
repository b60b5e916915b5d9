/** What this feature hands to the server. */
import type { Feature } from '#foundation/server/feature.ts';
import { adjustmentCalls } from '../adjustment-contract.ts';
import { operatorAnnouncementCalls } from '../announcement-contract.ts';
import { operatorApprovalCalls } from '../approval-contract.ts';
import { booksCalls } from '../books-contract.ts';
import { operatorCallbackCalls } from '../callback-contract.ts';
import { operatorChannelCalls } from '../channel-contract.ts';
import { operatorDisbursementCalls } from '../disbursement-contract.ts';
import { handPaymentCalls } from '../hand-payment-contract.ts';
import { operatorMemberCalls } from '../member-contract.ts';
import { operatorMemberPageCalls } from '../member-page-contract.ts';
import { moveCalls } from '../move-contract.ts';
import { operatorOrderCalls } from '../order-contract.ts';
import { operatorOverviewCalls } from '../overview-contract.ts';
import { rateBulkCalls } from '../rate-bulk-contract.ts';
import { operatorRateCalls } from '../rate-contract.ts';
import { operatorRoutingCalls } from '../routing-contract.ts';
import { operatorSettingCalls } from '../setting-contract.ts';
import { operatorUpstreamCalls } from '../upstream-contract.ts';
import type { AdjustmentDeps } from './adjustments/adjusting.ts';
import { adjustmentHandlers } from './adjustments/calls.ts';
import { type OperatorAnnouncementDeps, operatorAnnouncementHandlers } from './announcements/calls.ts';
import { announcementExport } from './announcements/export.ts';
import { operatorApprovalHandlers } from './approvals/calls.ts';
import { approvalExport } from './approvals/export.ts';
import type { OperatorApprovalDeps } from './approvals/kinds.ts';
import { type OutdatingDeps, outdatingJob } from './approvals/outdating.ts';
import { booksHandlers, type OperatorBooksDeps } from './books/calls.ts';
import { type BooksExportDeps, booksExport } from './books/export.ts';
import { type OperatorCallbackDeps, operatorCallbackHandlers } from './callbacks/calls.ts';
import { type ReceiverExportDeps, receiverExport } from './callbacks/export.ts';
import { type ChannelListDeps, type OperatorChannelDeps, operatorChannelHandlers } from './channels/calls.ts';
import { channelExport } from './channels/export.ts';
import { type OperatorDisbursementDeps, operatorDisbursementHandlers } from './disbursements/calls.ts';
import { type AllDisbursementExportDeps, allDisbursementExport } from './disbursements/export.ts';
import { handPaymentHandlers } from './hand-payments/calls.ts';
import { bankFileExport, handPaymentExport } from './hand-payments/export.ts';
import type { HandFileDeps, HandPaymentDeps } from './hand-payments/taking.ts';
import { type OperatorMemberPageDeps, operatorMemberPageHandlers } from './member-page/calls.ts';
import {
  memberHistoryExport,
  memberMoneyExport,
  memberNoteExport,
  type MemberPageExportDeps,
} from './member-page/export.ts';
import { type MemberListDeps, type OperatorMemberDeps, operatorMemberHandlers } from './members/calls.ts';
import { memberExport } from './members/export.ts';
import { moveHandlers } from './moves/calls.ts';
import type { MoveCallDeps } from './moves/moving.ts';
import { type OperatorOrderDeps, operatorOrderHandlers } from './orders/calls.ts';
import { type AllOrderExportDeps, allOrderExport } from './orders/export.ts';
import { type OperatorOverviewDeps, operatorOverviewHandlers } from './overview/calls.ts';
import { type CopyingDeps, copyingJob } from './overview/copying.ts';
import { type RateBulkDeps, rateBulkHandlers } from './rates/bulk.ts';
import { type OperatorRateDeps, operatorRateHandlers } from './rates/calls.ts';
import { type RateExportDeps, rateExport } from './rates/export.ts';
import { type OperatorRoutingDeps, operatorRoutingHandlers } from './routing/calls.ts';
import { versionExport } from './routing/export.ts';
import { operatorSettingHandlers, type SettingListDeps } from './settings/calls.ts';
import { holidayExport, settingChangeExport, settingExport } from './settings/export.ts';
import type { OperatorSettingDeps } from './settings/deps.ts';
import { type OperatorUpstreamDeps, operatorUpstreamHandlers, type UpstreamListDeps } from './upstreams/calls.ts';
import { upstreamExport } from './upstreams/export.ts';
import { type ReturningDeps, upstreamReturnJobs } from './upstreams/returning.ts';

export type OperationDeps = OperatorDisbursementDeps &
  OperatorApprovalDeps &
  OperatorMemberDeps &
  OperatorMemberPageDeps &
  MoveCallDeps &
  AdjustmentDeps &
  HandPaymentDeps &
  OperatorBooksDeps &
  OperatorOrderDeps &
  OperatorOverviewDeps &
  OperatorSettingDeps &
  OperatorAnnouncementDeps &
  OperatorCallbackDeps &
  OperatorChannelDeps &
  OperatorUpstreamDeps &
  OperatorRoutingDeps &
  OperatorRateDeps &
  RateBulkDeps;

type OperationExportDeps = MemberListDeps &
  RateExportDeps &
  AllOrderExportDeps &
  AllDisbursementExportDeps &
  OperatorApprovalDeps &
  ReceiverExportDeps &
  ChannelListDeps &
  UpstreamListDeps &
  SettingListDeps &
  BooksExportDeps &
  MemberPageExportDeps &
  HandFileDeps;

export const operationFeature = {
  name: 'operations',
  contracts: [
    { part: 'disbursement', contract: operatorDisbursementCalls },
    { part: 'approval', contract: operatorApprovalCalls },
    { part: 'member', contract: operatorMemberCalls },
    { part: 'member-page', contract: operatorMemberPageCalls },
    { part: 'move', contract: moveCalls },
    { part: 'adjustment', contract: adjustmentCalls },
    { part: 'hand-payment', contract: handPaymentCalls },
    { part: 'books', contract: booksCalls },
    { part: 'order', contract: operatorOrderCalls },
    { part: 'overview', contract: operatorOverviewCalls },
    { part: 'setting', contract: operatorSettingCalls },
    { part: 'announcement', contract: operatorAnnouncementCalls },
    { part: 'callback', contract: operatorCallbackCalls },
    { part: 'channel', contract: operatorChannelCalls },
    { part: 'upstream', contract: operatorUpstreamCalls },
    { part: 'routing', contract: operatorRoutingCalls },
    { part: 'rate', contract: operatorRateCalls },
    { part: 'rate-bulk', contract: rateBulkCalls },
  ],
  handlers: (deps: OperationDeps) => [
    operatorDisbursementHandlers(deps),
    operatorApprovalHandlers(deps),
    operatorMemberHandlers(deps),
    operatorMemberPageHandlers(deps),
    moveHandlers(deps),
    adjustmentHandlers(deps),
    handPaymentHandlers(deps),
    booksHandlers(deps),
    operatorOrderHandlers(deps),
    operatorOverviewHandlers(deps),
    operatorSettingHandlers(deps),
    operatorAnnouncementHandlers(deps),
    operatorCallbackHandlers(deps),
    operatorChannelHandlers(deps),
    operatorUpstreamHandlers(deps),
    operatorRoutingHandlers(deps),
    operatorRateHandlers(deps),
    rateBulkHandlers(deps),
  ],
  jobs: (deps: CopyingDeps & OutdatingDeps & ReturningDeps) => [
    copyingJob(deps),
    outdatingJob(deps),
    ...upstreamReturnJobs(deps),
  ],
  exports: (deps: OperationExportDeps) => ({
    member: memberExport(deps),
    memberRate: rateExport(deps),
    allOrder: allOrderExport(deps),
    allDisbursement: allDisbursementExport(deps),
    approval: approvalExport(deps),
    receiver: receiverExport(deps),
    channel: channelExport(deps),
    upstream: upstreamExport(deps),
    announcement: announcementExport(deps),
    setting: settingExport(deps),
    settingChange: settingChangeExport(deps),
    holiday: holidayExport(deps),
    routingVersion: versionExport(deps),
    booksRun: booksExport(deps),
    bankFile: bankFileExport(deps),
    handPayment: handPaymentExport(deps),
    memberMoney: memberMoneyExport(deps),
    memberNote: memberNoteExport(deps),
    memberHistory: memberHistoryExport(deps),
  }),
  writes: [
    'bank_files',
    'disbursement_approvals',
    'disbursement_bulk_results',
    'disbursement_bulks',
    'hand_payments',
    'job_turns',
    'member_notes',
    'member_sums',
    'move_proposals',
    'order_confirmations',
    'order_reversals',
    'platform_payout_days',
    'platform_rollups',
    'platform_top_members',
    'platform_upstreams',
    'processes',
    'rate_proposals',
    'routing_draft',
    'routing_versions',
    'setting_changes',
    'setting_proposals',
    'wallet_adjustments',
  ],
  reads: [
    'audit_log',
    'authenticators',
    'bank_cards',
    'batches',
    'callbacks',
    'certifications',
    'channel_routes',
    'channels',
    'clearing_days',
    'clearing_progress',
    'disbursement_attempts',
    'disbursement_days',
    'disbursements',
    'journals',
    'member_rate_changes',
    'member_rates',
    'members',
    'operator_proposals',
    'order_numbers',
    'order_rollups',
    'orders',
    'payout_routes',
    'sessions',
    'staff_proposals',
    'upstream_differences',
    'upstreams',
    'users',
    'wallets',
  ],
} as const satisfies Feature;
