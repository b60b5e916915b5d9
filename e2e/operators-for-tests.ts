/** Operators besides the demo's, and what takes two of them. */
import { expect } from 'vitest';
import { asOperator } from './certify-for-tests.ts';
import type { Stage } from './demo-stage-for-tests.ts';
import { run } from './process/program-for-tests.ts';
import type { Account } from './visitor-for-tests.ts';

export async function createOperator({ server }: Stage, { account, password }: Account): Promise<void> {
  const env = { ...server.env, OPERATOR_USERNAME: account, OPERATOR_PASSWORD: password };
  const { code, errors } = await run('apps/server/create-operator.ts', env);
  if (code !== 0) throw new Error(errors);
}

interface Reversal {
  memberNo: string;
  orderNo: string;
  reason: string;
  forced?: boolean;
}

/** One operator proposes the reversal, by default the demo's, and the other confirms it. */
export async function reverseByTwo(
  stage: Stage,
  reversal: Reversal,
  { proposing, confirming }: { proposing?: Account; confirming: Account },
): Promise<void> {
  let id: string | undefined;
  await asOperator(
    stage,
    async (asOperatorCall) => {
      const proposed = await asOperatorCall('/operator/order/reverse', reversal);
      expect(proposed).toMatchObject({ code: 1 });
      id = proposed.data?.id;
    },
    proposing,
  );
  await asOperator(
    stage,
    async (asOperatorCall) =>
      expect(await asOperatorCall('/operator/order/decideReversal', { id, decision: 'confirm' })).toMatchObject({
        code: 1,
      }),
    confirming,
  );
}
