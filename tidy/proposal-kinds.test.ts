/** Every kind of proposal, and every act of it, is an entry of the matrix in `apps/server/approvals.db.test.ts`. */
import { expect, test } from 'vitest';
import { proposalCases } from '#apps/server/proposal-kinds-for-tests.ts';
import { ProposalRow, proposalKinds } from '#features/operations/approval-contract.ts';
import { listedKinds } from '#features/operations/server/approvals/kinds.ts';

const cases = Object.values(proposalCases);

test('each act has a case', () => {
  const acts = new Set(cases.map(({ row }) => row.act));
  expect(ProposalRow.shape.act.options.filter((act) => !acts.has(act))).toEqual([]);
});

test('each kind is listed once, and has a case', () => {
  const listed = listedKinds.flatMap(({ names }) => names);
  expect(listed.toSorted()).toEqual([...proposalKinds].toSorted());
  const made = new Set<string>(cases.map(({ row }) => row.kind));
  expect(listedKinds.filter(({ names }) => !names.some((name) => made.has(name)))).toEqual([]);
});
