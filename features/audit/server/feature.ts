/** What this feature hands to the server. */
import type { Database } from '#foundation/server/postgres/database.ts';
import type { Sealer } from '#foundation/server/secrets/sealing.ts';
import { auditCalls } from '../contract.ts';
import { operatorAuditCalls } from '../operator-contract.ts';
import { auditHandlers } from './calls.ts';
import { allLogExport, logExport } from './export.ts';
import { operatorAuditHandlers } from './operator-calls.ts';
import type { Feature } from '#foundation/server/feature.ts';

const retainedPurposes = ['audit log'] as const;

declare module '#foundation/server/secrets/sealing.ts' {
  interface RetainedPurposes extends Record<(typeof retainedPurposes)[number], true> {}
}

export const auditFeature = {
  name: 'audit',
  contracts: [{ contract: auditCalls }, { part: 'operator', contract: operatorAuditCalls }],
  handlers: (deps: { db: Database; sealer: Sealer }) => [auditHandlers(deps), operatorAuditHandlers(deps)],
  exports: (deps: { db: Database }) => ({ logs: logExport(deps), auditLog: allLogExport(deps) }),
  retainedPurposes,
  writes: ['audit_log', 'audit_heads'],
  reads: ['users'],
} as const satisfies Feature;
