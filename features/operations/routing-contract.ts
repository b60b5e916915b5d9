/** Operator calls about routes: which upstreams serve a channel and payouts, as drafts that are previewed and published. */
import { z } from 'zod';
import { typedCode } from '#foundation/core/typed-text.ts';
import { Reason } from '#features/approvals/fields.ts';
import { refusalReasons, routeStandings } from '#features/channels/routing.ts';
import { secondStepFields, secondStepRefusals } from '#features/factors/contract.ts';
import { calls } from '#foundation/core/calls.ts';
import { MemberNoTyped } from '#foundation/core/typed-fields.ts';
import {
  Amount,
  AmountOutput,
  MemberNoText,
  pageFields,
  pageOf,
  Percent,
  SystemNoText,
  Time,
  wholeNumber,
} from '#foundation/core/wire.ts';
import { operatorRoutingTexts } from './routing-texts.ts';
import { UpstreamId } from './upstream-contract.ts';

export const routings = ['single', 'turn', 'weighted'] as const;
const MAX_ROUTES = 50;
/** Members with an upstream of their own, of one channel. */
const MAX_PINS = 200;

const Code = z.string().overwrite(typedCode).max(32);
const place = { upstreamId: UpstreamId, position: wholeNumber(1, 999), open: z.boolean() };

const RouteFields = z.strictObject({
  ...place,
  weight: wholeNumber(1, 10_000),
  costPercent: Percent,
  costFixed: Amount,
  /** What the upstream is given of the channel's orders in a day; null: unlimited. */
  dailyLimit: Amount.nullable(),
});
const PinFields = z.strictObject({ memberNo: MemberNoText, upstreamId: UpstreamId });
const PayoutFields = z.strictObject({ ...place, dailyLimit: Amount.nullable() });

export const ChannelRoutes = z.strictObject({
  code: Code,
  routing: z.enum(routings),
  routes: z.array(RouteFields).max(MAX_ROUTES),
  /** Members whose orders go to one upstream alone, and are refused while it takes none. */
  members: z.array(PinFields).max(MAX_PINS),
});
export type ChannelRoutes = z.infer<typeof ChannelRoutes>;

export const RoutingContent = z.strictObject({
  channels: z.array(ChannelRoutes),
  payouts: z.array(PayoutFields).max(MAX_ROUTES),
});
export type RoutingContent = z.infer<typeof RoutingContent>;

const Draft = z.strictObject({
  content: RoutingContent,
  editedBy: z.string(),
  editedAt: Time,
  /** Changes with every change of the draft. */
  digest: z.string(),
  /** The routes have changed since it was begun: it can't be published. */
  outdated: z.boolean(),
});

const RoutingState = z.strictObject({
  /** The published version; 0 before the first. */
  version: z.int(),
  published: RoutingContent,
  draft: Draft.nullable(),
  /** Names in the request's language. */
  channels: z.array(z.strictObject({ code: z.string(), name: z.string() })),
  upstreams: z.array(z.strictObject({ id: z.int(), name: z.string(), state: z.enum(['open', 'closed']) })),
  members: z.array(z.strictObject({ memberNo: MemberNoText, name: z.string() })),
});
export type RoutingState = z.infer<typeof RoutingState>;

const UpstreamShare = z.strictObject({
  upstreamId: z.int(),
  ordersBefore: z.int(),
  ordersAfter: z.int(),
  amountBefore: AmountOutput,
  amountAfter: AmountOutput,
  costBefore: AmountOutput,
  costAfter: AmountOutput,
});

const ReplayedOrder = z.strictObject({
  systemNo: SystemNoText,
  memberNo: MemberNoText,
  code: z.string(),
  amount: AmountOutput,
  /** Where it went. */
  before: z.int(),
  /** Where it would go; null if it would be refused. */
  after: z.int().nullable(),
  because: z.enum(refusalReasons).nullable(),
});

const Preview = z.strictObject({
  /** The newest orders, up to 1,000. */
  orders: z.int(),
  moved: z.int(),
  refused: z.int(),
  costBefore: AmountOutput,
  /** Of the orders that would be taken. */
  costAfter: AmountOutput,
  /** What the orders that would be refused did cost. */
  costOfRefused: AmountOutput,
  upstreams: z.array(UpstreamShare),
  /** Orders that would go elsewhere or be refused, the newest first, up to 50. */
  differing: z.array(ReplayedOrder),
});
export type Preview = z.infer<typeof Preview>;

const Trial = z.strictObject({
  /** Where the order would go now; null if it would be refused. Of a weighted rule, the shares say it. */
  upstreamId: z.int().nullable(),
  refused: z.enum(['channel_unknown', 'channel_closed', 'amount_out_of_range', 'channel_limit_reached']).nullable(),
  because: z.enum([...refusalReasons, 'limit']).nullable(),
  routing: z.enum(routings),
  routes: z.array(
    z.strictObject({
      upstreamId: z.int(),
      standing: z.enum(routeStandings),
      /** Of such orders now, in percent. */
      share: Percent,
    }),
  ),
});
export type Trial = z.infer<typeof Trial>;

const VersionRow = z.strictObject({
  version: z.int(),
  publishedAt: Time,
  /** Null: what was there before the first. */
  publishedBy: z.string().nullable(),
  reason: z.string(),
  backTo: z.int().nullable(),
  content: RoutingContent,
});
export type VersionRow = z.infer<typeof VersionRow>;

export const VersionFilter = z.strictObject(pageFields(['version']));

export const RoutingAct = z.strictObject({ reason: Reason, ...secondStepFields });
const published = z.strictObject({ version: z.int() });

const drafting = { none: 'a draft changes nothing until it is published' } as const;

export const operatorRoutingCalls = calls(operatorRoutingTexts, {
  '/operator/routing/get': {
    who: 'operators',
    right: 'upstreams.view',
    secondStep: { none: 'reads' },
    summary: 'The routes of all channels and of payouts as they are published, and the draft',
    output: RoutingState,
  },
  '/operator/routing/draftChannel': {
    who: 'operators',
    right: 'upstreams.configure',
    secondStep: drafting,
    audit: ['routing_drafted'],
    summary: 'Sets a channel’s routes in the draft, which begins with what is published',
    input: ChannelRoutes,
    refusals: ['routing_changed'],
  },
  '/operator/routing/draftPayouts': {
    who: 'operators',
    right: 'upstreams.configure',
    secondStep: drafting,
    audit: ['routing_drafted'],
    summary: 'Sets the routes of withdrawals and payouts in the draft',
    input: z.strictObject({ payouts: RoutingContent.shape.payouts }),
    refusals: ['routing_changed'],
  },
  '/operator/routing/discard': {
    who: 'operators',
    right: 'upstreams.configure',
    secondStep: drafting,
    audit: ['routing_discarded'],
    summary: 'Throws the draft away; does nothing without one',
  },
  '/operator/routing/preview': {
    who: 'operators',
    right: 'upstreams.view',
    secondStep: { none: 'reads' },
    summary:
      'Replays the newest orders by the draft: which upstream each would take, what would be refused, and the cost',
    output: Preview,
    refusals: ['draft_missing'],
  },
  '/operator/routing/publish': {
    who: 'operators',
    right: 'upstreams.configure',
    secondStep: 'strongest',
    audit: ['routing_published'],
    summary: 'Publishes the draft as a new version, for orders from then on',
    input: RoutingAct.extend({ /** Of the draft that was looked at. */ digest: z.string().max(64) }),
    output: published,
    refusals: ['draft_missing', 'draft_changed', 'routing_changed', ...secondStepRefusals],
  },
  '/operator/routing/versions': {
    who: 'operators',
    right: 'upstreams.view',
    secondStep: { none: 'reads' },
    summary: 'The published versions, the newest first',
    input: VersionFilter,
    output: pageOf(VersionRow, z.strictObject({})),
  },
  '/operator/routing/rollBack': {
    who: 'operators',
    right: 'upstreams.configure',
    secondStep: 'strongest',
    audit: ['routing_published'],
    summary: 'Publishes an earlier version again, as a new one',
    input: RoutingAct.extend({ version: wholeNumber(1, 2_147_483_647) }),
    output: published,
    refusals: ['version_unfit', ...secondStepRefusals],
  },
  '/operator/routing/try': {
    who: 'operators',
    right: 'upstreams.view',
    secondStep: { none: 'reads' },
    summary: 'Which upstream an order would take now, and why',
    input: z.strictObject({
      memberNo: MemberNoTyped,
      code: Code,
      amount: Amount,
      kind: z.enum(['payin', 'recharge']).default('payin'),
    }),
    output: Trial,
  },
});
