/** Operator calls about upstreams: which there are, how they answer, their settings, pauses. */
import { z } from 'zod';
import { typedCode } from '#foundation/core/typed-text.ts';
import { Reason } from '#features/approvals/fields.ts';
import { secondStepFields, secondStepRefusals } from '#features/factors/contract.ts';
import { calls } from '#foundation/core/calls.ts';
import { NameSearch, someLine } from '#foundation/core/typed-fields.ts';
import { AmountOutput, pageFields, pageOf, Time, wholeNumber } from '#foundation/core/wire.ts';
import { operatorUpstreamTexts } from './upstream-texts.ts';

const upstreamStates = ['open', 'closed'] as const;
const MAX_ID = 2_147_483_647;

export const UpstreamId = wholeNumber(1, MAX_ID);
const Name = someLine({ error: 'upstream_name_form', most: 60 });
/** Keys and addresses as the upstream gave them. */
const Settings = z
  .array(
    z.strictObject({
      name: z.string().overwrite(typedCode).max(64),
      value: z.string().max(10_000, { error: 'setting_wrong' }),
    }),
  )
  .max(40);

export const UpstreamAct = z.strictObject({ reason: Reason, ...secondStepFields });
const SaveUpstream = UpstreamAct.extend({
  name: Name,
  /** An empty secret stays as it is. */
  settings: Settings,
});
export const AddUpstream = SaveUpstream.extend({ connector: z.string().max(40) });

const SettingField = z.strictObject({
  name: z.string(),
  kind: z.enum(['text', 'lines', 'choice', 'pairs']),
  /** Written, and never read back. */
  secret: z.boolean(),
  /** Of a choice. */
  options: z.array(z.string()),
  /** The field counts only where another has one of these values. */
  when: z.strictObject({ name: z.string(), values: z.array(z.string()) }).nullable(),
});
export type SettingField = z.infer<typeof SettingField>;

const ConnectorRow = z.strictObject({ name: z.string(), fields: z.array(SettingField) });
export type ConnectorRow = z.infer<typeof ConnectorRow>;

export const OperatorUpstreamRow = z.strictObject({
  id: z.int(),
  name: z.string(),
  connector: z.string(),
  state: z.enum(upstreamStates),
  /** Its settings fit its connector; otherwise it takes nothing. */
  configured: z.boolean(),
  /** Null: it is open, or was closed before this was stored. */
  pausedBy: z.enum(['operator', 'failures']).nullable(),
  pausedAt: Time.nullable(),
  pauseReason: z.string(),
  /** When one that was paused by failures is checked next. */
  nextCheckAt: Time.nullable(),
  /** Codes of the channels with an open route to it. */
  channels: z.array(z.string()),
  /** Of these, the channels that have no other open route to an open upstream. */
  onlyFor: z.array(z.string()),
  payouts: z.boolean(),
  /** Of the newest orders of the last 24 hours, up to a bound. */
  orders24h: z.int(),
  /** Percent of these that were paid, one decimal; null without orders. */
  successRate24h: z.string().nullable(),
  amount24h: AmountOutput,
  /** Requests of the last 24 hours: how many, how many failed, and how long they took. */
  requests24h: z.int(),
  failures24h: z.int(),
  averageMs: z.int().nullable(),
  slowestMs: z.int().nullable(),
});
export type OperatorUpstreamRow = z.infer<typeof OperatorUpstreamRow>;

const UpstreamDetail = z.strictObject({
  upstream: OperatorUpstreamRow,
  /** Where it sends its notifications. */
  notifyUrl: z.string(),
  /** In the connector's order; a secret has no value here. */
  settings: z.array(z.strictObject({ name: z.string(), value: z.string(), stored: z.boolean() })),
  /** Failures of the last 24 hours, the most frequent first. */
  errors: z.array(z.strictObject({ error: z.string(), count: z.int() })),
  /** By hour, the oldest first. */
  hours: z.array(z.strictObject({ hour: Time, requests: z.int(), failures: z.int(), averageMs: z.int() })),
});
export type UpstreamDetail = z.infer<typeof UpstreamDetail>;

export const OperatorUpstreamFilter = z.strictObject({
  ...pageFields(['id', 'name', 'orders24h', 'failures24h']),
  /** A part of its name. */
  q: NameSearch.optional(),
  state: z.enum(upstreamStates).optional(),
});
export type ParsedUpstreamFilter = z.output<typeof OperatorUpstreamFilter>;

export const operatorUpstreamCalls = calls(operatorUpstreamTexts, {
  '/operator/upstream/list': {
    who: 'operators',
    right: 'upstreams.view',
    secondStep: { none: 'reads' },
    summary: 'All upstreams with their state and how they answered in the last 24 hours, and the connectors there are',
    input: OperatorUpstreamFilter,
    output: pageOf(OperatorUpstreamRow, z.strictObject({ connectors: z.array(ConnectorRow) })),
  },
  '/operator/upstream/detail': {
    who: 'operators',
    right: 'upstreams.view',
    secondStep: { none: 'reads' },
    summary: 'An upstream: its settings without secrets, failures, and its last 24 hours',
    input: z.strictObject({ id: UpstreamId }),
    output: UpstreamDetail,
  },
  '/operator/upstream/add': {
    who: 'operators',
    right: 'upstreams.configure',
    secondStep: 'strongest',
    audit: ['upstream_added'],
    summary: 'Adds an upstream, paused until an operator opens it',
    input: AddUpstream,
    output: z.strictObject({ id: z.int() }),
    refusals: ['connector_unknown', ...secondStepRefusals],
  },
  '/operator/upstream/edit': {
    who: 'operators',
    right: 'upstreams.configure',
    secondStep: 'strongest',
    audit: ['upstream_edited'],
    summary: 'Changes an upstream’s name and settings, for open payments too',
    input: SaveUpstream.extend({ id: UpstreamId }),
    refusals: ['connector_unknown', ...secondStepRefusals],
  },
  '/operator/upstream/pause': {
    who: 'operators',
    right: 'upstreams.act',
    secondStep: 'strongest',
    audit: ['upstream_paused'],
    summary: 'Stops new payments and payouts through an upstream; those that are open end as always',
    input: UpstreamAct.extend({ id: UpstreamId }),
    refusals: ['upstream_paused', ...secondStepRefusals],
  },
  '/operator/upstream/resume': {
    who: 'operators',
    right: 'upstreams.act',
    secondStep: 'strongest',
    audit: ['upstream_resumed'],
    summary: 'Opens a paused upstream',
    input: UpstreamAct.extend({ id: UpstreamId }),
    refusals: ['upstream_open', 'upstream_unconfigured', ...secondStepRefusals],
  },
  '/operator/upstream/test': {
    who: 'operators',
    right: 'upstreams.act',
    secondStep: { none: 'only asks the upstream whether it answers' },
    summary: 'The connector’s own check: whether the upstream answers and takes our settings',
    input: z.strictObject({ id: UpstreamId }),
    output: z.strictObject({
      ok: z.boolean(),
      tookMs: z.int(),
      /** The failure’s name; empty if it answered. */
      error: z.string(),
    }),
    refusals: ['upstream_unconfigured'],
  },
});
