import { expect, test } from 'vitest';
import { decide, type DecisionContext, type DecidingDeps, type ProposalKind, type ProposalView } from './deciding.ts';

const NOW = new Date('2026-11-27T12:00:00Z');
const proposal: ProposalView = {
  approvalId: '00000000-0000-4000-8000-000000000000',
  reason: 'odd',
  proposedBy: 1n,
  proposedIn: null,
  proposedAt: NOW,
  expiresAt: new Date(NOW.getTime() + 1),
  state: 'open',
  decidedAt: null,
  remark: '',
  proposer: 'one',
  decider: null,
  memberNo: null,
};

/** What somebody's confirmation is answered, up to the second step. */
async function confirmed(userId: bigint, changes: Partial<ProposalView> = {}): Promise<string> {
  const kind: Pick<ProposalKind<ProposalView>, 'find' | 'rightOf'> = {
    find: () => Promise.resolve({ ...proposal, ...changes }),
    rightOf: () => 'reversals.act',
  };
  const context = {
    now: NOW,
    session: { userId, rights: new Set(['reversals.act']) },
    refuse(name: string): never {
      throw new Error(name);
    },
  };
  const deps = { factors: { checkSecondStep: () => Promise.reject(new Error('second step')) } };
  const input = { id: proposal.approvalId, decision: 'confirm', remark: '', verifyType: '', verifyCode: '' } as const;
  const answer = decide(
    deps as unknown as DecidingDeps,
    context as unknown as DecisionContext,
    input,
    kind as ProposalKind<ProposalView>,
  );
  return answer.then(
    () => 'confirmed',
    (error: Error) => error.message,
  );
}

test('neither the proposer nor the one who last edited it decides', async () => {
  expect(await confirmed(1n)).toBe('own_proposal');
  expect(await confirmed(2n)).toBe('second step');
  expect(await confirmed(2n, { editedBy: 2n })).toBe('own_proposal');
  expect(await confirmed(3n, { editedBy: 2n })).toBe('second step');
});

test('only an open one is decided', async () => {
  expect(await confirmed(2n, { state: 'stale' })).toBe('approval_outdated');
  expect(await confirmed(2n, { state: 'rejected' })).toBe('approval_decided');
  expect(await confirmed(2n, { expiresAt: NOW })).toBe('approval_expired');
});
