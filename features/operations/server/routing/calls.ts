/** Handlers of the operators' calls about routes. */
import { actorOf, type AuditVerbs } from '#features/audit/server/verbs.ts';
import { type OrderRules, standingsOf } from '#features/channels/routing.ts';
import type { ChannelRouting } from '#features/channels/server/setting-up.ts';
import { channelRoutings, lockChannels, memberUsage } from '#features/channels/server/setting-up.ts';
import type { ChannelVerbs } from '#features/channels/server/verbs.ts';
import type { StepMethod } from '#features/factors/rules.ts';
import type { FactorVerbs } from '#features/factors/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import { upstreamSetups } from '#features/upstreams/server/setting-up.ts';
import type { OutputOf, ParsedInputOf } from '#foundation/core/calls.ts';
import { type Currency, formatAmount, formatPercent, parseAmount } from '#foundation/core/money.ts';
import { dayOf } from '#foundation/core/time-zone.ts';
import { type CallContext, handlers, type ServedContract } from '#foundation/server/http/handlers.ts';
import type { Database, Queryable, Tx } from '#foundation/server/postgres/database.ts';
import { operatorRoutingCalls, type RoutingContent } from '../../routing-contract.ts';
import { type ContentDeps, digestOf, publishContent, publishedContent, readPayouts, readRoutes } from './content.ts';
import { replay, type Replayed } from './replay.ts';
import {
  deleteDraft,
  insertVersion,
  type PastOrder,
  selectDraft,
  selectLatestVersion,
  selectMemberNames,
  selectNewestOrders,
  selectVersions,
  upsertDraft,
} from './store.ts';

export interface OperatorRoutingDeps extends ContentDeps {
  db: Database;
  platform: Pick<PlatformVerbs, 'settings'>;
  channels: Pick<ChannelVerbs, 'terms' | 'allTerms' | 'foresee'>;
  audit: AuditVerbs;
  factors: Pick<FactorVerbs, 'checkSecondStep' | 'spendSecondStep'>;
}

type Calls = (typeof operatorRoutingCalls)['calls'];
type GetCall = Calls['/operator/routing/get'];
type DraftChannelCall = Calls['/operator/routing/draftChannel'];
type DraftPayoutsCall = Calls['/operator/routing/draftPayouts'];
type DiscardCall = Calls['/operator/routing/discard'];
type PreviewCall = Calls['/operator/routing/preview'];
type PublishCall = Calls['/operator/routing/publish'];
type VersionsCall = Calls['/operator/routing/versions'];
type RollBackCall = Calls['/operator/routing/rollBack'];
type TryCall = Calls['/operator/routing/try'];

export function operatorRoutingHandlers(deps: OperatorRoutingDeps): ServedContract {
  return handlers(operatorRoutingCalls, {
    '/operator/routing/get': (context) => get(deps, context),
    '/operator/routing/draftChannel': (context, input) => draftChannel(deps, context, input),
    '/operator/routing/draftPayouts': (context, input) => draftPayouts(deps, context, input),
    '/operator/routing/discard': (context) => discard(deps, context),
    '/operator/routing/preview': (context) => preview(deps, context),
    '/operator/routing/publish': (context, input) => publish(deps, context, input),
    '/operator/routing/versions': (context, input) => versions(deps, context, input),
    '/operator/routing/rollBack': (context, input) => rollBack(deps, context, input),
    '/operator/routing/try': (context, input) => tryOrder(deps, context, input),
  });
}

async function get(
  { db: on, platform, disbursements }: OperatorRoutingDeps,
  { language }: CallContext<GetCall>,
): Promise<OutputOf<GetCall>> {
  const { currency } = await platform.settings();
  const [{ content, channels }, draft, version, upstreams] = await Promise.all([
    publishedContent({ disbursements }, on, currency),
    selectDraft(on),
    selectLatestVersion(on),
    upstreamSetups(on),
  ]);
  const shown = [content, ...(draft ? [draft.content] : [])];
  const memberNos = shown.flatMap((one) =>
    one.channels.flatMap(({ members }) => members.map(({ memberNo }) => memberNo)),
  );
  return {
    version,
    published: content,
    draft: draft
      ? {
          content: draft.content,
          editedBy: draft.editedBy,
          editedAt: draft.editedAt.toISOString(),
          digest: digestOf(draft.content),
          outdated: draft.base !== digestOf(content),
        }
      : null,
    channels: channels.map(({ code, name }) => ({ code, name: name[language] })),
    upstreams: upstreams.map(({ upstreamId, name, state }) => ({ id: upstreamId, name, state })),
    members: memberNos.length === 0 ? [] : await selectMemberNames(on, [...new Set(memberNos)]),
  };
}

async function draftChannel(
  deps: OperatorRoutingDeps,
  context: CallContext<DraftChannelCall>,
  part: ParsedInputOf<DraftChannelCall>,
): Promise<undefined> {
  return drafting(deps, context, part.code, async (tx, { content, channels, currency }) => {
    const { channelId } = channels.find(({ code }) => code === part.code) ?? context.refuse('not_found');
    const wrong = context.wrongField.bind(context);
    readRoutes(part, channelId, currency, wrong);
    await checkUpstreams(tx, part.routes, (word) => wrong('routes', word));
    const { members, routes } = part;
    const memberNos = members.map(({ memberNo }) => memberNo);
    if (new Set(memberNos).size < memberNos.length) wrong('members', 'member_twice');
    const known = memberNos.length === 0 ? [] : await selectMemberNames(tx, memberNos);
    for (const { memberNo, upstreamId } of members) {
      if (!known.some((member) => member.memberNo === memberNo))
        wrong('members', 'member_missing', { member: memberNo });
      if (!routes.some((route) => route.upstreamId === upstreamId))
        wrong('members', 'member_off_route', { member: memberNo });
    }
    return { ...content, channels: content.channels.map((channel) => (channel.code === part.code ? part : channel)) };
  });
}

async function draftPayouts(
  deps: OperatorRoutingDeps,
  context: CallContext<DraftPayoutsCall>,
  { payouts }: ParsedInputOf<DraftPayoutsCall>,
): Promise<undefined> {
  return drafting(deps, context, 'payouts', async (tx, { content, currency }) => {
    const wrong = context.wrongField.bind(context);
    readPayouts(payouts, currency, wrong);
    await checkUpstreams(tx, payouts, (word) => wrong('payouts', word));
    return { ...content, payouts };
  });
}

async function checkUpstreams(
  on: Queryable,
  routes: readonly { upstreamId: number }[],
  wrong: (word: string) => never,
): Promise<void> {
  const known = new Set((await upstreamSetups(on)).map(({ upstreamId }) => upstreamId));
  const named = routes.map(({ upstreamId }) => upstreamId);
  if (new Set(named).size < named.length) wrong('upstream_twice');
  if (named.some((upstreamId) => !known.has(upstreamId))) wrong('upstream_missing');
}

interface Begun {
  /** The draft so far, or what is published. */
  content: RoutingContent;
  channels: readonly ChannelRouting[];
  currency: Currency;
}

/** `work` returns the new draft. Nothing else changes routes meanwhile. */
async function drafting(
  { db, platform, audit, disbursements }: OperatorRoutingDeps,
  context: CallContext<DraftChannelCall> | CallContext<DraftPayoutsCall>,
  what: string,
  work: (tx: Tx, begun: Begun) => Promise<RoutingContent>,
): Promise<undefined> {
  const { currency } = await platform.settings();
  await db.transaction(async (tx) => {
    await lockChannels(tx);
    const published = await publishedContent({ disbursements }, tx, currency);
    const base = digestOf(published.content);
    const draft = await selectDraft(tx);
    if (draft && draft.base !== base) context.refuse('routing_changed');
    const before = draft?.content ?? published.content;
    const content = await work(tx, { content: before, channels: published.channels, currency });
    if (digestOf(content) === digestOf(before)) return;
    const { session, now } = context;
    await upsertDraft(tx, { content, base, editedBy: session.userId, editedAt: now });
    await audit.record(tx, { ...actorOf(context), action: 'routing_drafted', object: what });
  });
  return undefined;
}

async function discard({ db, audit }: OperatorRoutingDeps, context: CallContext<DiscardCall>): Promise<undefined> {
  await db.transaction(async (tx) => {
    await lockChannels(tx);
    if (await deleteDraft(tx)) await audit.record(tx, { ...actorOf(context), action: 'routing_discarded', object: '' });
  });
  return undefined;
}

async function publish(
  deps: OperatorRoutingDeps,
  context: CallContext<PublishCall>,
  { digest, reason, ...step }: ParsedInputOf<PublishCall>,
): Promise<OutputOf<PublishCall>> {
  return publishing(
    deps,
    context,
    { reason, ...step, backTo: null },
    async (tx, base) => {
      const draft = (await selectDraft(tx)) ?? context.refuse('draft_missing');
      if (digestOf(draft.content) !== digest) context.refuse('draft_changed');
      if (draft.base !== base) context.refuse('routing_changed');
      await deleteDraft(tx);
      return draft.content;
    },
    () => context.refuse('routing_changed'),
  );
}

async function rollBack(
  deps: OperatorRoutingDeps,
  context: CallContext<RollBackCall>,
  { version, reason, ...step }: ParsedInputOf<RollBackCall>,
): Promise<OutputOf<RollBackCall>> {
  return publishing(
    deps,
    context,
    { reason, ...step, backTo: version },
    async (tx) => {
      const [found] = await selectVersions(tx, { version, limit: 1, offset: 0 });
      return found?.content ?? context.refuse('not_found');
    },
    () => context.refuse('version_unfit'),
  );
}

interface Publishing {
  reason: string;
  verifyType: StepMethod | '';
  verifyCode: string;
  backTo: number | null;
}

/** `contentOf` gets the digest of what is published now. `unfit` refuses what names a channel or an upstream that is gone. */
async function publishing(
  { db, platform, factors, audit, disbursements }: OperatorRoutingDeps,
  context: CallContext<PublishCall> | CallContext<RollBackCall>,
  { reason, verifyType, verifyCode, backTo }: Publishing,
  contentOf: (tx: Tx, base: string) => Promise<RoutingContent>,
  unfit: () => never,
): Promise<{ version: number }> {
  const { session, now } = context;
  const { currency } = await platform.settings();
  const checkedStep = await factors.checkSecondStep(context, { user: session, verifyType, verifyCode });
  return db.transaction(async (tx) => {
    await lockChannels(tx);
    const before = await publishedContent({ disbursements }, tx, currency);
    const content = await contentOf(tx, digestOf(before.content));
    await factors.spendSecondStep(tx, context, checkedStep);
    const upstreamIds = new Set((await upstreamSetups(tx)).map(({ upstreamId }) => upstreamId));
    const facts = { known: before.channels, upstreamIds, currency };
    if (!(await publishContent({ disbursements }, tx, content, facts))) unfit();
    let latest = await selectLatestVersion(tx);
    const common = { publishedAt: now, backTo: null };
    if (latest === 0)
      await insertVersion(tx, {
        ...common,
        version: (latest += 1),
        content: before.content,
        reason: '',
        publishedBy: null,
      });
    const version = latest + 1;
    await insertVersion(tx, { ...common, version, content, reason, backTo, publishedBy: session.userId });
    const object = `${version}${backTo === null ? '' : ` ← ${backTo}`}: ${partsChanged(before.content, content)} (${reason})`;
    await audit.record(tx, { ...actorOf(context), action: 'routing_published', object });
    return { version };
  });
}

/** Before and after of the parts that differ. */
function partsChanged(before: RoutingContent, after: RoutingContent): string {
  const texts = (content: RoutingContent): Map<string, string> =>
    new Map([
      ...content.channels.map(({ code, ...part }): [string, string] => [code, JSON.stringify(part)]),
      ['payouts', JSON.stringify(content.payouts)],
    ]);
  const [was, is] = [texts(before), texts(after)];
  return [...is]
    .flatMap(([name, text]) => (was.get(name) === text ? [] : [`${name} ${was.get(name)} → ${text}`]))
    .join(', ');
}

async function versions(
  { db: on }: OperatorRoutingDeps,
  _context: CallContext<VersionsCall>,
  { page, limit, order }: ParsedInputOf<VersionsCall>,
): Promise<OutputOf<VersionsCall>> {
  const [total, rows] = await Promise.all([
    selectLatestVersion(on),
    selectVersions(on, { newestFirst: order === 'desc', limit, offset: (page - 1) * limit }),
  ]);
  return {
    total,
    page,
    limit,
    list: rows.map(({ publishedAt, ...row }) => ({ ...row, publishedAt: publishedAt.toISOString() })),
    extend: {},
  };
}

const REPLAYED = 1_000;
const SHOWN = 50;

async function preview(
  { db: on, platform, channels }: OperatorRoutingDeps,
  context: CallContext<PreviewCall>,
): Promise<OutputOf<PreviewCall>> {
  const { currency, timeZone } = await platform.settings();
  const draft = (await selectDraft(on)) ?? context.refuse('draft_missing');
  const [published, upstreams, newest] = await Promise.all([
    channelRoutings(on),
    upstreamSetups(on),
    selectNewestOrders(on, REPLAYED),
  ]);
  const open = new Set(upstreams.filter(({ state }) => state === 'open').map(({ upstreamId }) => upstreamId));
  const drafted = new Map(
    published.flatMap(({ channelId, code }) => {
      const part = draft.content.channels.find((channel) => channel.code === code);
      return part ? [[channelId, readRoutes(part, channelId, currency, context.wrongField.bind(context))]] : [];
    }),
  );
  const memberNos = [...new Set(newest.map(({ memberNo }) => memberNo))];
  const termsOf = new Map(
    await Promise.all(memberNos.map(async (memberNo) => [memberNo, await channels.allTerms(memberNo)] as const)),
  );
  const rulesOf = ({ memberNo, channelId }: PastOrder): OrderRules | undefined => {
    const terms = termsOf.get(memberNo)?.find((one) => one.channelId === channelId);
    const part = drafted.get(channelId);
    return (
      terms &&
      part && {
        ...terms,
        routing: part.routing,
        routes: part.routes.filter(({ isOpen, upstreamId }) => isOpen && open.has(upstreamId)),
        pinnedTo: part.pins.find((pin) => pin.memberNo === memberNo)?.upstreamId,
      }
    );
  };
  const codes = new Map(published.map(({ channelId, code }) => [channelId, code]));
  return previewOf(replay(newest.toReversed(), rulesOf, timeZone), codes, currency);
}

function previewOf(
  replayed: readonly Replayed[],
  codes: ReadonlyMap<number, string>,
  currency: Currency,
): OutputOf<PreviewCall> {
  const amount = (minor: bigint): string => formatAmount(minor, currency);
  const total = (rows: readonly Replayed[], of: (row: Replayed) => bigint): bigint =>
    rows.reduce((sum, row) => sum + of(row), 0n);
  const refused = replayed.filter(({ upstreamId }) => upstreamId === undefined);
  const differing = replayed.filter(({ order, upstreamId }) => upstreamId !== order.upstreamId);
  const upstreamIds = new Set(replayed.flatMap(({ order, upstreamId }) => [order.upstreamId, upstreamId ?? []].flat()));
  return {
    orders: replayed.length,
    moved: differing.length - refused.length,
    refused: refused.length,
    costBefore: amount(total(replayed, ({ order }) => order.costMinor)),
    costAfter: amount(total(replayed, ({ costMinor }) => costMinor)),
    costOfRefused: amount(total(refused, ({ order }) => order.costMinor)),
    upstreams: [...upstreamIds]
      .toSorted((a, b) => a - b)
      .map((upstreamId) => {
        const before = replayed.filter(({ order }) => order.upstreamId === upstreamId);
        const after = replayed.filter((row) => row.upstreamId === upstreamId);
        return {
          upstreamId,
          ordersBefore: before.length,
          ordersAfter: after.length,
          amountBefore: amount(total(before, ({ order }) => order.amountMinor)),
          amountAfter: amount(total(after, ({ order }) => order.amountMinor)),
          costBefore: amount(total(before, ({ order }) => order.costMinor)),
          costAfter: amount(total(after, ({ costMinor }) => costMinor)),
        };
      }),
    differing: differing
      .toReversed()
      .slice(0, SHOWN)
      .map(({ order, upstreamId, because }) => ({
        systemNo: order.systemNo.toString(),
        memberNo: order.memberNo.toString(),
        code: codes.get(order.channelId) ?? '',
        amount: amount(order.amountMinor),
        before: order.upstreamId,
        after: upstreamId ?? null,
        because: because ?? null,
      })),
  };
}

async function tryOrder(
  { db: on, platform, channels }: OperatorRoutingDeps,
  context: CallContext<TryCall>,
  { memberNo, code, amount, kind }: ParsedInputOf<TryCall>,
): Promise<OutputOf<TryCall>> {
  const { now } = context;
  const { currency, timeZone } = await platform.settings();
  const amountMinor = parseAmount(amount, currency) ?? context.wrongField('amount', 'amount_above_zero');
  const terms = (await channels.terms(memberNo, code)) ?? context.refuse('not_found');
  const [routings, upstreams, usage] = await Promise.all([
    channelRoutings(on),
    upstreamSetups(on),
    memberUsage(on, memberNo, dayOf(now, timeZone)),
  ]);
  const order = { kind, amountMinor, at: now, timeZone };
  const { decision, state } = channels.foresee(terms, order);
  const listed = (routings.find(({ channelId }) => channelId === terms.channelId)?.routes ?? []).map((route) => ({
    ...route,
    isPaused: upstreams.find(({ upstreamId }) => upstreamId === route.upstreamId)?.state !== 'open',
  }));
  const routes = standingsOf(terms, listed, order, state).map(({ upstreamId, standing, shareE4 }) => ({
    upstreamId,
    standing,
    share: formatPercent(shareE4 * 100),
  }));
  const common = { routing: terms.routing, routes };
  if ('refused' in decision)
    return { ...common, upstreamId: null, refused: decision.refused, because: decision.because };
  const used = usage.get(terms.channelId) ?? 0n;
  if (terms.dailyLimitMinor !== null && used + amountMinor > terms.dailyLimitMinor)
    return { ...common, upstreamId: null, refused: 'channel_limit_reached', because: 'limit' };
  return { ...common, upstreamId: decision.route.upstreamId, refused: null, because: null };
}
