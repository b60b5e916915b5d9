/** The operators' screens, operators besides the demo's, and what takes two of them. */
import { afterEach, expect } from 'vitest';
import { DEMO_PASSWORD, demoOperator } from '#database/demo/people.ts';
import { operatorTitles } from '#features/operations/screen-titles.ts';
import { reconciliationTitles } from '#features/reconciliation/screen-titles.ts';
import type { Language, PhraseValues, Words } from '#foundation/core/words.ts';
import { asOperator } from './certify-for-tests.ts';
import { demoStage, type Stage } from './demo-stage-for-tests.ts';
import { run } from './process/program-for-tests.ts';
import type { Account, Visitor } from './visitor-for-tests.ts';

export interface Entered<Table extends Words> extends Pick<Visitor, 'page' | 'translate'> {
  visitor: Visitor;
  /** The screen's own words. */
  t(name: keyof Table & string, values?: PhraseValues): string;
}

const titles = { ...operatorTitles, ...reconciliationTitles };

/**
 * A journey on one of the operators' screens, by the demo's operator. Call it before the file's tests: it closes the
 * visitor of each, who must have met no fault.
 */
export function operatorJourney<Table extends Words>(screen: keyof typeof titles, words: Table) {
  const stage = demoStage();
  let visitor: Visitor | undefined;
  afterEach(async () => {
    const faults = visitor?.faults();
    await visitor?.close();
    visitor = undefined;
    expect(faults).toEqual([]);
  });
  const enter = async (language: Language, width: number, query = ''): Promise<Entered<Table>> => {
    const storageState = await stage.loggedIn({ account: demoOperator, password: DEMO_PASSWORD });
    visitor = await stage.visit({ language, width, storageState });
    const { page, translate } = visitor;
    await page.goto(`${stage.baseUrl}/#/operator/${screen}${query}`);
    await page.getByRole('heading', { name: translate(titles, screen), level: 1 }).waitFor();
    return { visitor, page, translate, t: (name, values) => translate(words, name, values) };
  };
  return { stage, enter };
}

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
