/** What this feature hands to the server. */
import type { Feature } from '#foundation/server/feature.ts';
import { staffCalls } from '../contract.ts';
import { joinCalls } from '../join-contract.ts';
import { type StaffExportDeps, staffExport } from './export.ts';
import { invitationExport } from './invitation-export.ts';
import { proposalExport } from './proposal-export.ts';
import { roleExport } from './role-export.ts';
import { joinHandlers, staffHandlers } from './calls.ts';
import type { JoinDeps } from './invitations.ts';
import type { StaffDeps } from './proposing.ts';

export const staffFeature = {
  name: 'staff',
  contracts: [{ contract: staffCalls }, { part: 'join', contract: joinCalls }],
  handlers: (deps: StaffDeps & JoinDeps) => [staffHandlers(deps), joinHandlers(deps)],
  exports: (deps: StaffExportDeps) => ({
    operator: staffExport(deps),
    staffRole: roleExport(deps),
    invitation: invitationExport(deps),
    staffProposal: proposalExport(deps),
  }),
  writes: ['staff_invitations', 'staff_proposals'],
  reads: ['authenticators', 'sessions', 'users'],
} as const satisfies Feature;
