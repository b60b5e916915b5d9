/** Every action of the audit log, gathered from the features’ `audit-words.ts`. */
import { factorActions } from '#features/factors/audit-words.ts';
import { approvalActions } from '#features/approvals/audit-words.ts';
import { operatorUserActions, userActions } from '#features/accounts/audit-words.ts';
import { sessionActions } from '#features/sessions/audit-words.ts';
import { fileActions } from '#features/files/audit-words.ts';
import { profileActions } from '#features/profiles/audit-words.ts';
import { certificationActions } from '#features/certifications/audit-words.ts';
import { cardActions } from '#features/cards/audit-words.ts';
import { disbursementActions } from '#features/disbursements/audit-words.ts';
import { batchActions } from '#features/batches/audit-words.ts';
import { rechargeActions } from '#features/recharges/audit-words.ts';
import { epayActions } from '#features/epay/audit-words.ts';
import { portalActions } from '#features/portal/audit-words.ts';
import { agentActions } from '#features/agents/audit-words.ts';
import { downloadActions } from '#features/downloads/audit-words.ts';
import { reconciliationActions } from '#features/reconciliation/audit-words.ts';
import { staffActions } from '#features/staff/audit-words.ts';
import { operationActions } from '#features/operations/audit-words.ts';

export const auditActions = {
  ...factorActions,
  ...approvalActions,
  ...userActions,
  ...sessionActions,
  ...operatorUserActions,
  ...fileActions,
  ...profileActions,
  ...certificationActions,
  ...cardActions,
  ...disbursementActions,
  ...batchActions,
  ...rechargeActions,
  ...epayActions,
  ...portalActions,
  ...agentActions,
  ...downloadActions,
  ...reconciliationActions,
  ...staffActions,
  ...operationActions,
};
export type AuditAction = keyof typeof auditActions;

export const auditActionNames = Object.keys(auditActions) as readonly AuditAction[];
