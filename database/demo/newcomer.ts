/**
 * A merchant in its first days: its certification waits for an operator, one of its cards was rejected with a remark,
 * and another waits. So the operators' queues and the member's pages have each state.
 */
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { type CertifyingApp, submissionOf } from './certifications.ts';
import { DEMO_PAY_PASSWORD, demoOperator } from './people.ts';
import type { Visitors } from './visitors.ts';

export interface NewcomerScene {
  app: Pick<CertifyingApp, 'files'> & { db: Database; platform: Pick<PlatformVerbs, 'setSettings'> };
  visitors: Visitors;
}

const NEWCOMER = 'demo_books';
const cards = {
  /** Rejected. */
  owner: { type: 'bank', holder: '赵文博', bank: 'ICBC', branch: '', account: '6212261001002003009' },
  /** Waits. */
  company: { type: 'bank', holder: 'Harbour Books', bank: 'ABC', branch: '', account: '6228480040567890120' },
} as const;

export async function applyForCertification({ app, visitors }: NewcomerScene): Promise<void> {
  const { memberNo, userId } = await visitors.loggedIn(NEWCOMER);
  if (memberNo === null || userId === null) throw new Error(`${NEWCOMER} is no member`);
  await visitors.sendCall(NEWCOMER, '/user/auth', { ...(await submissionOf(app, NEWCOMER, { memberNo, userId })) });
}

export const addOwnersCard = (scene: NewcomerScene): Promise<void> => addForReview(scene, cards.owner);
export const addCompanyCard = (scene: NewcomerScene): Promise<void> => addForReview(scene, cards.company);

export async function rejectOwnersCard({ visitors }: NewcomerScene): Promise<void> {
  const { list } = (await visitors.sendCall(demoOperator, '/operator/bankcard/list', {})) as {
    list: readonly { id: string }[];
  };
  const [card] = list;
  if (!card) throw new Error('no card of the demo waits for its review');
  await visitors.sendCall(demoOperator, '/operator/bankcard/decide', {
    id: card.id,
    status: 'rejected',
    reviewRemark: 'The card is the owner’s own. Please add one of the company.',
  });
}

/** The demo approves cards automatically, except these. */
async function addForReview({ app, visitors }: NewcomerScene, card: (typeof cards)[keyof typeof cards]): Promise<void> {
  const setAutomatic = (cardsApprovedAutomatically: boolean): Promise<void> =>
    app.db.transaction((tx) => app.platform.setSettings(tx, { cardsApprovedAutomatically }));
  await setAutomatic(false);
  await visitors.sendCall(NEWCOMER, '/bankcard/add', { ...card, payPassword: DEMO_PAY_PASSWORD });
  await setAutomatic(true);
}
