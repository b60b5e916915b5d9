/**
 * What the demo's people did in 90 days besides selling: visited the console, paid out, changed passwords. Nothing
 * depends on the hour of the start: everything is before today, except the acts of the last hour. Special events are in
 * the last three weeks, so that a shorter history has them too.
 */
import { startOfDay, dayOf } from '#foundation/core/time-zone.ts';
import { type AgentApp, confirmProposal, proposeReversal, raiseAgentRate } from './agents.ts';
import { type BatchApp, demoBatches, payBatch } from './batches.ts';
import {
  addCompanyCard,
  addOwnersCard,
  applyForCertification,
  type NewcomerScene,
  rejectOwnersCard,
} from './newcomer.ts';
import {
  leaveAdjustment,
  leaveConfirmation,
  leaveDraft,
  leaveMove,
  leaveRate,
  leaveReversal,
  leaveSetting,
  proposeAdjustmentBound,
} from './open-items.ts';
import {
  paydayOf,
  payDay,
  type PayingApp,
  type PayingScene,
  payingShops,
  payWithoutAnswer,
  reviewFrom,
  withdrawForReview,
} from './payouts.ts';
import {
  DEMO_PASSWORD,
  DEMO_PAY_PASSWORD,
  demoLaterCard,
  demoOperator,
  demoReviewer,
  FORMER_PASSWORD,
  FORMER_PAY_PASSWORD,
} from './people.ts';
import {
  earlierPluginOrders,
  type PluginAddresses,
  type PluginApp,
  type PluginRequest,
  pluginRequests,
  sendPluginRequest,
} from './plugins.ts';
import { firstAttempts, type RequestApp, refusedRequests, sendShopRequest } from './requests.ts';
import type { BrowserName } from './visitors.ts';

/** An act that is performed with the clock set to `at`. */
export interface ScheduledAction {
  at: Date;
  does(): Promise<void>;
}

export interface Scene extends PayingScene {
  app: PayingApp & BatchApp & RequestApp & PluginApp & AgentApp & NewcomerScene['app'];
  /** The shops' callback URLs. Those of `closed` are down. */
  notifyUrls: PluginAddresses;
}

export interface History {
  days: number;
  /** Number of days before today that are simulated in small steps. */
  closeDays: number;
}

export interface Span extends History {
  now: Date;
  timeZone: string;
}

const MINUTE_MS = 60_000;

/**
 * Days before today and the time of day in the platform's time zone. Times are at the start of a three-hour step:
 * orders are created together after it, and their numbers, which only grow, can be slightly ahead of the clock.
 */
type Entry = readonly [ago: number, time: `${number}:${number}`, does: (scene: Scene) => Promise<void>];

export function diaryOf(scene: Scene, { now, days, timeZone }: Span): ScheduledAction[] {
  const entries = [
    ...Array.from({ length: days - 1 }, (_, index) => recurringActions(days - 1 - index)).flat(),
    ...specialActions,
  ];
  const acts = entries.flatMap(([ago, time, does]): ScheduledAction[] => {
    if (ago >= days) return [];
    const [hours = 0, minutes = 0] = time.split(':').map(Number);
    const day = startOfDay(dayOf(new Date(now.getTime() - ago * 86_400_000), timeZone), timeZone);
    // Adds seconds, because real visits don't start on the full minute.
    return [
      {
        at: new Date(day.getTime() + (hours * 60 + minutes) * MINUTE_MS + ((ago * 7_919) % 60_000)),
        does: () => does(scene),
      },
    ];
  });
  const recent = lastHour.map(([ago, does]): ScheduledAction => ({
    at: new Date(now.getTime() - ago * MINUTE_MS),
    does: () => does(scene),
  }));
  return [...acts, ...recent].toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

const logsIn =
  (username: string, browser?: BrowserName) =>
  async ({ visitors }: Scene): Promise<void> =>
    void (await visitors.loggedIn(username, browser));
const mistypes =
  (username: string, browser: BrowserName) =>
  ({ visitors }: Scene): Promise<void> =>
    visitors.mistype(username, browser);
const sends =
  (username: string, path: `/${string}`, input: Readonly<Record<string, unknown>> = {}) =>
  async ({ visitors }: Scene): Promise<void> =>
    void (await visitors.sendCall(username, path, input));

const pluginSends =
  (request: PluginRequest) =>
  ({ app, clock, notifyUrls }: Scene): Promise<void> =>
    sendPluginRequest(app, clock, notifyUrls, request);

/** The recurring acts of a day. */
function recurringActions(ago: number): Entry[] {
  const minute = (ago * 11) % 17;
  const entries: Entry[] = [];
  // The shop is closed two days of the week.
  if (ago % 7 < 5)
    entries.push(
      ago % 5 === 3
        ? [ago, `18:${minute + 3}`, logsIn('demo_shop', 'shop_phone')]
        : [ago, `9:${minute + 2}`, logsIn('demo_shop')],
    );
  if (ago % 5 === 1)
    entries.push([ago, `15:${minute + 2}`, logsIn('demo_shop2', ago % 3 === 0 ? 'cafe_phone' : 'cafe_desk')]);
  if (ago % 6 === 3) entries.push([ago, `9:${minute + 4}`, logsIn('demo_agent')]);
  if (ago % 7 === 2)
    entries.push([ago, `9:${minute + 1}`, logsIn(demoOperator)], [ago, `12:${minute + 1}`, logsIn(demoReviewer)]);
  for (const [index, shop] of payingShops.entries()) {
    const nth = paydayOf(ago, index);
    if (nth !== undefined) entries.push([ago, '12:03', (scene) => payDay(scene, shop, { ago, nth })]);
  }
  return entries;
}

const changed = (before: string, after: string) => ({ oldPassword: before, password: after, confirmPassword: after });
const laterCard = {
  ...demoLaterCard,
  bank: demoLaterCard.bank ?? '',
  branch: demoLaterCard.branch ?? '',
  payPassword: DEMO_PAY_PASSWORD,
};

/** The day of the order that two operators reverse: its commission has been paid to the agent by then. */
const REVERSED_AGO = 6;

const specialActions: readonly Entry[] = [
  [20, '18:05', logsIn('demo_shop', 'shop_stockroom')],
  [17, '9:20', sends('demo_shop', '/user/changePassword', changed(FORMER_PASSWORD, DEMO_PASSWORD))],
  [16, '18:04', mistypes('demo_shop', 'shop_desk')],
  [16, '18:05', logsIn('demo_shop')],
  [15, '15:06', sends('demo_shop', '/user/setPayPassword', changed(FORMER_PAY_PASSWORD, DEMO_PAY_PASSWORD))],
  [13, '21:02', mistypes('demo_shop', 'stranger')],
  [13, '21:03', mistypes('demo_shop', 'stranger')],
  [12, '15:04', reviewFrom],
  [12, '15:08', proposeAdjustmentBound],
  [12, '18:10', confirmProposal],
  [11, '12:06', sends('demo_shop', '/bankcard/add', laterCard)],
  [9, '15:05', raiseAgentRate],
  [8, '15:03', mistypes('demo_shop2', 'cafe_phone')],
  [4, '9:03', mistypes(demoOperator, 'platform_desk')],
  [4, '9:04', logsIn(demoOperator)],
  [4, '9:08', (scene) => proposeReversal(scene, REVERSED_AGO)],
  [4, '12:10', confirmProposal],
  [3, '9:10', addOwnersCard],
  [2, '9:06', rejectOwnersCard],
  [2, '15:12', addCompanyCard],
  [1, '9:12', applyForCertification],
  ...demoBatches.map((batch): Entry => [batch.ago, '12:15', (scene) => payBatch(scene, batch)]),
  ...refusedRequests.map((requests, index): Entry => [
    requests.ago,
    `15:${10 + index}`,
    ({ app, clock }) => sendShopRequest(app, clock, requests),
  ]),
  ...earlierPluginOrders.map(([ago, time, request]): Entry => [ago, time, pluginSends(request)]),
];

/** Acts of the last hour, in minutes before the start. Afterwards all notices are read and no one is logged in. */
const lastHour: readonly (readonly [ago: number, does: (scene: Scene) => Promise<void>])[] = [
  [52, sends('demo_shop2', '/notice/read', { id: 'all' })],
  [51, sends('demo_shop2', '/user/logout')],
  [50, sends('demo_shop', '/notice/read', { id: 'all' })],
  [49, sends('demo_agent', '/notice/read', { id: 'all' })],
  [48, sends('demo_agent', '/user/logout')],
  [47, sends('demo_books', '/notice/read', { id: 'all' })],
  [46, withdrawForReview],
  [46, payWithoutAnswer],
  [45, leaveReversal],
  [45, leaveAdjustment],
  [44, leaveSetting],
  [44, leaveRate],
  [43, leaveMove],
  [43, leaveConfirmation],
  [42, leaveDraft],
  ...firstAttempts.map(
    ([ago, request]) => [ago, ({ app, clock }: Scene) => sendShopRequest(app, clock, request)] as const,
  ),
  ...pluginRequests.map(([ago, request]) => [ago, pluginSends(request)] as const),
  [22, sends('demo_books', '/user/logout')],
  [21, sends('demo_shop', '/user/logout')],
];
