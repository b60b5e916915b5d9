/**
 * Every feature's contract, in the order of the story: what the documents of the calls are written from. No handler is
 * loaded.
 */
import { auditCalls } from '#features/audit/contract.ts';
import { batchCalls } from '#features/batches/contract.ts';
import { cardCalls } from '#features/cards/contract.ts';
import { captchaCalls } from '#features/captcha/contract.ts';
import { certificationCalls } from '#features/certifications/contract.ts';
import { channelCalls } from '#features/channels/contract.ts';
import { dashboardCalls } from '#features/dashboard/contract.ts';
import { demoCalls } from '#features/demo/contract.ts';
import { disbursementCalls } from '#features/disbursements/contract.ts';
import { operatorDisbursementCalls } from '#features/disbursements/operator-contract.ts';
import { exportCalls } from '#features/exports/contract.ts';
import { factorCalls } from '#features/factors/contract.ts';
import { fileCalls } from '#features/files/contract.ts';
import { GATEWAY_BASE, gatewayCalls, gatewayRefusals } from '#features/gateway/contract.ts';
import { gatewayTexts } from '#features/gateway/words.ts';
import { ledgerCalls } from '#features/ledger/contract.ts';
import { noticeCalls } from '#features/notices/contract.ts';
import { orderCalls } from '#features/orders/contract.ts';
import { operatorOrderCalls } from '#features/orders/operator-contract.ts';
import { platformCalls } from '#features/platform/contract.ts';
import { profileCalls } from '#features/profiles/contract.ts';
import { rechargeCalls } from '#features/recharges/contract.ts';
import { smsCalls } from '#features/sms/contract.ts';
import { userCalls } from '#features/users/contract.ts';
import { operatorUserCalls } from '#features/users/operator-contract.ts';
import type { Contract } from '#foundation/core/calls.ts';

export interface FeatureContract {
  feature: string;
  /** Names the file of a feature's second contract: `<part>-contract.ts`. */
  part?: string;
  contract: Contract;
}

/** What the console may ask. */
export const contracts: readonly FeatureContract[] = [
  { feature: 'platform', contract: platformCalls },
  { feature: 'captcha', contract: captchaCalls },
  { feature: 'sms', contract: smsCalls },
  { feature: 'exports', contract: exportCalls },
  { feature: 'audit', contract: auditCalls },
  { feature: 'notices', contract: noticeCalls },
  { feature: 'ledger', contract: ledgerCalls },
  { feature: 'factors', contract: factorCalls },
  { feature: 'users', contract: userCalls },
  { feature: 'users', part: 'operator', contract: operatorUserCalls },
  { feature: 'files', contract: fileCalls },
  { feature: 'profiles', contract: profileCalls },
  { feature: 'certifications', contract: certificationCalls },
  { feature: 'cards', contract: cardCalls },
  { feature: 'channels', contract: channelCalls },
  { feature: 'disbursements', contract: disbursementCalls },
  { feature: 'disbursements', part: 'operator', contract: operatorDisbursementCalls },
  { feature: 'batches', contract: batchCalls },
  { feature: 'orders', contract: orderCalls },
  { feature: 'orders', part: 'operator', contract: operatorOrderCalls },
  { feature: 'recharges', contract: rechargeCalls },
  { feature: 'dashboard', contract: dashboardCalls },
  { feature: 'demo', contract: demoCalls },
];

/** What merchants' programs may ask, signed. Any of its calls may answer any of its refusals. */
export const merchantProtocol = {
  feature: 'gateway',
  base: GATEWAY_BASE,
  calls: gatewayCalls,
  refusals: gatewayRefusals,
  texts: gatewayTexts,
} as const;
