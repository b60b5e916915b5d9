/** Screenshots of the operators' screens. Those with a picture's name are in docs/operations.md. */
import { cardQueueTitles } from '#features/cards/operator-titles.ts';
import { certificationQueueTitles } from '#features/certifications/operator-titles.ts';
import { overviewWords } from '#features/operations/overview-words.ts';
import { operatorTitles } from '#features/operations/screen-titles.ts';
import { reconciliationTitles } from '#features/reconciliation/screen-titles.ts';
import { staffTitles } from '#features/staff/screen-titles.ts';
import type { Phrase } from '#foundation/core/words.ts';
import type { TestServer } from './server-for-tests.ts';
import { goTo, openedShot, type Shot, untilLoaded } from './shots.ts';

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
  const opened = (name: string, path: string, row?: string | RegExp, picture?: string): OperatorShot => ({
    ...openedShot(server, `operator-${name}`, `/operator/${path}`, row),
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
    ...['holds', 'money', 'api', 'notes', 'history'].map((part) =>
      shot(`14-member-${part}`, `member?number=20000001&part=${part}`, undefined),
    ),
    opened('15-members', 'members'),
    shot('16-agent', 'member?number=10000001', undefined),
    shot('20-certifications', 'certifications', certificationQueueTitles.certifications),
    opened('21-certification', 'certifications', '20000004', 'certification'),
    shot('22-cards', 'cards', cardQueueTitles.cards),
    opened('22-card', 'cards'),
    shot('23-announcements', 'announcements', operatorTitles.announcements),
    opened('24-announcement', 'announcements'),
    shot('30-orders', 'orders', operatorTitles.orders),
    opened('31-order', 'orders?status=success', /LM0/, 'order'),
    shot('32-disbursements', 'disbursements', operatorTitles.disbursements, 'disbursements'),
    opened('32-disbursement', 'disbursements'),
    shot('33-reconciliation', 'reconciliation', reconciliationTitles.reconciliation),
    shot('34-differences', 'reconciliation?part=differences', reconciliationTitles.reconciliation, 'differences'),
    dayShot(shot('33-reconciliation-day', 'reconciliation', reconciliationTitles.reconciliation)),
    opened('34-difference', 'reconciliation?part=differences'),
    shot('35-clearing', 'reconciliation?part=clearing', reconciliationTitles.reconciliation),
    shot('35-files', 'reconciliation?part=files', reconciliationTitles.reconciliation),
    shot('35-mappings', 'reconciliation?part=mappings', reconciliationTitles.reconciliation),
    shot('36-books', 'books', operatorTitles.books, 'books'),
    shot('40-channels', 'channels', operatorTitles.channels),
    opened('40-channel', 'channels'),
    shot('41-upstreams', 'upstreams', operatorTitles.upstreams),
    opened('41-upstream', 'upstreams'),
    shot('42-routes', 'upstreams?part=routes', operatorTitles.upstreams, 'routes'),
    shot('42-versions', 'upstreams?part=versions', operatorTitles.upstreams),
    shot('43-rates', 'rates', operatorTitles.rates),
    opened('43-rate', 'rates'),
    shot('44-settings', 'settings', operatorTitles.settings),
    shot('45-holidays', 'settings?part=holidays', operatorTitles.settings),
    shot('45-changes', 'settings?part=changes', operatorTitles.settings),
    shot('46-staff', 'staff', staffTitles.staff),
    opened('46-person', 'staff'),
    ...['roles', 'invitations', 'proposals'].map((part) =>
      shot(`47-staff-${part}`, `staff?part=${part}`, staffTitles.staff),
    ),
    shot('50-callbacks', 'callbacks', operatorTitles.callbacks),
    shot('51-gateway', 'gateway', operatorTitles.gateway),
    opened('51-request', 'gateway'),
    shot('52-audit', 'audit', operatorTitles.audit),
    opened('52-act', 'audit'),
    shot('53-nothing-found', 'orders?q=NOTHING', operatorTitles.orders),
  ];
}

/** The newest day of an upstream, which the grid of days leads to. */
function dayShot({ to, ...shot }: OperatorShot): OperatorShot {
  return {
    ...shot,
    to: async (visitor) => {
      await to?.(visitor);
      await visitor.page.locator('main a[href*="day="]').first().click();
      await visitor.page.waitForURL(/day=/);
      await untilLoaded(visitor);
    },
  };
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
