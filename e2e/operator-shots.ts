/** Screenshots of the operators' screens. Those with a picture's name are in docs/operations.md. */
import { setTimeout as pause } from 'node:timers/promises';
import { cardQueueTitles } from '#features/cards/operator-titles.ts';
import { certificationQueueTitles } from '#features/certifications/operator-titles.ts';
import { overviewWords } from '#features/operations/overview-words.ts';
import { operatorTitles } from '#features/operations/screen-titles.ts';
import { reconciliationTitles } from '#features/reconciliation/screen-titles.ts';
import { staffTitles } from '#features/staff/screen-titles.ts';
import type { Phrase } from '#foundation/core/words.ts';
import type { TestServer } from './server-for-tests.ts';
import { goTo, type Shot } from './shots.ts';
import { frameWords, rowOf, type Visitor } from './visitor-for-tests.ts';

/** A shot that can be a picture of the documents. */
export interface OperatorShot extends Shot {
  readonly picture?: string;
}

export function operatorShots(server: TestServer): OperatorShot[] {
  const shot = (name: string, path: string, title: Phrase | undefined, picture?: string): OperatorShot => ({
    name: `operator-${name}`,
    to: async (visitor) => {
      await goTo(server, `/operator/${path}`)(visitor);
      await untilLoaded(visitor);
    },
    whole: ({ page, translate }) =>
      page.getByRole('heading', { level: 1, ...(title && { name: translate({ title }, 'title'), exact: true }) }),
    ...(picture !== undefined && { picture }),
  });
  /** With the first row opened, beside its list. */
  const opened = (name: string, path: string, row: string | RegExp, picture?: string): OperatorShot => ({
    name: `operator-${name}-drawer`,
    to: async (visitor) => {
      await goTo(server, `/operator/${path}`)(visitor);
      const [before = ''] = visitor.translate(frameWords, 'open_row', { row: '\n' }).split('\n');
      await rowOf(visitor, row)
        .first()
        .getByRole('button', { name: new RegExp(`^${before}`) })
        .click();
      await visitor.page.getByRole('dialog').waitFor();
      await untilLoaded(visitor);
    },
    whole: ({ page }) => page.getByRole('dialog'),
    ...(picture !== undefined && { picture }),
  });
  return [
    overviewShot(shot('01-overview', 'overview?range=last30', operatorTitles.overview, 'overview')),
    shot('02-approvals', 'approvals', operatorTitles.approvals),
    opened('03-approval', 'approvals', /200\d{5}/, 'approval'),
    shot('10-members', 'members', operatorTitles.members),
    shot('11-member', 'member?number=20000001', undefined, 'member'),
    shot('12-member-people', 'member?number=20000001&part=people', undefined),
    shot('13-member-terms', 'member?number=20000001&part=terms', undefined),
    shot('20-certifications', 'certifications', certificationQueueTitles.certifications),
    opened('21-certification', 'certifications', '20000004', 'certification'),
    shot('22-cards', 'cards', cardQueueTitles.cards),
    shot('23-announcements', 'announcements', operatorTitles.announcements),
    shot('30-orders', 'orders', operatorTitles.orders),
    opened('31-order', 'orders?status=success', /LM0/, 'order'),
    shot('32-disbursements', 'disbursements', operatorTitles.disbursements, 'disbursements'),
    shot('33-reconciliation', 'reconciliation', reconciliationTitles.reconciliation),
    shot('34-differences', 'reconciliation?part=differences', reconciliationTitles.reconciliation, 'differences'),
    shot('35-clearing', 'reconciliation?part=clearing', reconciliationTitles.reconciliation),
    shot('36-books', 'books', operatorTitles.books, 'books'),
    shot('40-channels', 'channels', operatorTitles.channels),
    shot('41-upstreams', 'upstreams', operatorTitles.upstreams),
    shot('42-routes', 'upstreams?part=routes', operatorTitles.upstreams, 'routes'),
    shot('43-rates', 'rates', operatorTitles.rates),
    shot('44-settings', 'settings', operatorTitles.settings),
    shot('45-holidays', 'settings?part=holidays', operatorTitles.settings),
    shot('46-staff', 'staff', staffTitles.staff),
    shot('50-callbacks', 'callbacks', operatorTitles.callbacks),
    shot('51-gateway', 'gateway', operatorTitles.gateway),
    shot('52-audit', 'audit', operatorTitles.audit),
  ];
}

/** With its figures, which a job copies every half minute and the page reads as often. */
function overviewShot({ to, ...shot }: OperatorShot): OperatorShot {
  return {
    ...shot,
    to: async (visitor) => {
      await to?.(visitor);
      const asOf = visitor.translate(overviewWords, 'as_of', { time: '' }).trim();
      await visitor.page.getByText(asOf).first().waitFor({ timeout: 90_000 });
      await untilLoaded(visitor);
    },
  };
}

/** Waits until no part of the page is loading. */
async function untilLoaded({ page }: Visitor): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const busy = page.locator('main [aria-busy="true"], [role="dialog"] [aria-busy="true"]');
  // A part that has just been drawn starts to load in the next frame.
  for (let still = 0; still < 3; still = (await busy.count()) === 0 ? still + 1 : 0) await pause(100);
}
