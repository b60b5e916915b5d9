/** What this feature hands to the server. */
import type { Database } from '#foundation/server/postgres/database.ts';
import { auditCalls } from '../contract.ts';
import { auditHandlers } from './calls.ts';
import { logExport } from './export.ts';
import type { Feature } from '#foundation/server/feature.ts';

const retainedPurposes = ['audit log'] as const;

declare module '#foundation/server/secrets/sealing.ts' {
  interface RetainedPurposes extends Record<(typeof retainedPurposes)[number], true> {}
}

export const auditFeature = {
  name: 'audit',
  contracts: [{ contract: auditCalls }],
  handlers: (deps: { db: Database }) => [auditHandlers(deps)],
  exports: (deps: { db: Database }) => ({ logs: logExport(deps) }),
  retainedPurposes,
  writes: ['audit_log', 'audit_heads'],
  reads: ['users'],
} as const satisfies Feature;
