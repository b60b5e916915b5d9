/** The features in order. What each contributes is folded from this list. */
import { platformFeature } from '#features/platform/server/feature.ts';
import { captchaFeature } from '#features/captcha/server/feature.ts';
import { smsFeature } from '#features/sms/server/feature.ts';
import { exportFeature } from '#features/exports/server/feature.ts';
import { auditFeature } from '#features/audit/server/feature.ts';
import { noticeFeature } from '#features/notices/server/feature.ts';
import { viewFeature } from '#features/views/server/feature.ts';
import { ledgerFeature } from '#features/ledger/server/feature.ts';
import { memberFeature } from '#features/members/server/feature.ts';
import { sessionFeature } from '#features/sessions/server/feature.ts';
import { factorFeature } from '#features/factors/server/feature.ts';
import { approvalFeature } from '#features/approvals/server/feature.ts';
import { accountFeature } from '#features/accounts/server/feature.ts';
import { fileFeature } from '#features/files/server/feature.ts';
import { profileFeature } from '#features/profiles/server/feature.ts';
import { certificationFeature } from '#features/certifications/server/feature.ts';
import { merchantKeyFeature } from '#features/merchant-keys/server/feature.ts';
import { cardFeature } from '#features/cards/server/feature.ts';
import { callbackFeature } from '#features/callbacks/server/feature.ts';
import { channelFeature } from '#features/channels/server/feature.ts';
import { upstreamFeature } from '#features/upstreams/server/feature.ts';
import { disbursementFeature } from '#features/disbursements/server/feature.ts';
import { batchFeature } from '#features/batches/server/feature.ts';
import { orderFeature } from '#features/orders/server/feature.ts';
import { rechargeFeature } from '#features/recharges/server/feature.ts';
import { statementFeature } from '#features/statements/server/feature.ts';
import { recordCheckFeature } from '#features/record-checks/server/feature.ts';
import { gatewayFeature } from '#features/gateway/server/feature.ts';
import { epayFeature } from '#features/epay/server/feature.ts';
import { portalFeature } from '#features/portal/server/feature.ts';
import { dashboardFeature } from '#features/dashboard/server/feature.ts';
import { agentFeature } from '#features/agents/server/feature.ts';
import { downloadFeature } from '#features/downloads/server/feature.ts';
import { demoFeature } from '#features/demo/server/feature.ts';
import { reconciliationFeature } from '#features/reconciliation/server/feature.ts';
import { staffFeature } from '#features/staff/server/feature.ts';
import { operationFeature } from '#features/operations/server/feature.ts';

export const features = [
  platformFeature,
  captchaFeature,
  smsFeature,
  exportFeature,
  auditFeature,
  noticeFeature,
  viewFeature,
  ledgerFeature,
  memberFeature,
  sessionFeature,
  factorFeature,
  approvalFeature,
  accountFeature,
  fileFeature,
  profileFeature,
  certificationFeature,
  merchantKeyFeature,
  cardFeature,
  callbackFeature,
  channelFeature,
  upstreamFeature,
  disbursementFeature,
  batchFeature,
  orderFeature,
  rechargeFeature,
  statementFeature,
  recordCheckFeature,
  gatewayFeature,
  epayFeature,
  portalFeature,
  dashboardFeature,
  agentFeature,
  downloadFeature,
  demoFeature,
  reconciliationFeature,
  staffFeature,
  operationFeature,
] as const;
