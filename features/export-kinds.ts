/** Every list that can be exported to a file, gathered from the features’ `export-kinds.ts`. */
import { agentExports } from '#features/agents/export-kinds.ts';
import { auditExports } from '#features/audit/export-kinds.ts';
import { ledgerExports } from '#features/ledger/export-kinds.ts';
import { disbursementExports } from '#features/disbursements/export-kinds.ts';
import { cardExports } from '#features/cards/export-kinds.ts';
import { certificationExports } from '#features/certifications/export-kinds.ts';
import { gatewayExports } from '#features/gateway/export-kinds.ts';
import { staffExports } from '#features/staff/export-kinds.ts';
import { batchExports } from '#features/batches/export-kinds.ts';
import { reconciliationExports } from '#features/reconciliation/export-kinds.ts';
import { operationExports } from '#features/operations/export-kinds.ts';
import { orderExports } from '#features/orders/export-kinds.ts';
import { statementExports, statementFilterWords } from '#features/statements/export-kinds.ts';

export const exportKinds = [
  ...auditExports,
  ...ledgerExports,
  ...disbursementExports,
  ...batchExports,
  ...orderExports,
  ...statementExports,
  ...agentExports,
  ...reconciliationExports,
  ...operationExports,
  ...cardExports,
  ...certificationExports,
  ...gatewayExports,
  ...staffExports,
] as const;
export type ExportKindName = (typeof exportKinds)[number];

/** What can be wrong with the filters of lists, besides what all features share. */
export const exportFilterWords = statementFilterWords;
