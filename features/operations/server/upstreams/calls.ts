/** Handlers of the operators' calls about upstreams. */
import { actorOf, type AuditVerbs } from '#features/audit/server/verbs.ts';
import { successRateOf } from '#features/channels/rules.ts';
import type { FactorVerbs } from '#features/factors/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import { UpstreamError } from '#features/upstreams/server/connector.ts';
import {
  addUpstreamSetup,
  ANSWERED,
  changeUpstreamSetup,
  type HourCount,
  lockUpstreams,
  pauseUpstream,
  resumeUpstream,
  selectHours,
  storedSettings,
  type UpstreamSetup,
  upstreamSetups,
} from '#features/upstreams/server/setting-up.ts';
import type { UpstreamVerbs } from '#features/upstreams/server/verbs.ts';
import { settingsFrom, shownSettings, type SettingTexts } from '#features/upstreams/setting-fields.ts';
import type { StepMethod } from '#features/factors/rules.ts';
import type { OutputOf, ParsedInputOf } from '#foundation/core/calls.ts';
import { type Currency, formatAmount } from '#foundation/core/money.ts';
import { type CallContext, handlers, type ServedContract } from '#foundation/server/http/handlers.ts';
import type { Database, Tx } from '#foundation/server/postgres/database.ts';
import type { Logger } from '#foundation/server/process/log.ts';
import type { Sealer } from '#foundation/server/secrets/sealing.ts';
import { operatorUpstreamCalls, type OperatorUpstreamRow, type ParsedUpstreamFilter } from '../../upstream-contract.ts';
import { changesOf } from '../changes.ts';
import {
  type OpenRoute,
  selectOpenRoutes,
  selectPayingUpstreams,
  selectUpstreamDays,
  type UpstreamDay,
} from './store.ts';

export interface OperatorUpstreamDeps {
  db: Database;
  log: Logger;
  sealer: Sealer;
  publicUrl: string;
  platform: Pick<PlatformVerbs, 'settings'>;
  upstreams: Pick<UpstreamVerbs, 'register' | 'check'>;
  audit: AuditVerbs;
  factors: Pick<FactorVerbs, 'checkSecondStep' | 'spendSecondStep'>;
}

export type UpstreamListDeps = Pick<OperatorUpstreamDeps, 'db' | 'log' | 'sealer' | 'platform'> & {
  upstreams: Pick<UpstreamVerbs, 'register'>;
};

type Calls = (typeof operatorUpstreamCalls)['calls'];
type ListCall = Calls['/operator/upstream/list'];
type DetailCall = Calls['/operator/upstream/detail'];
type AddCall = Calls['/operator/upstream/add'];
type EditCall = Calls['/operator/upstream/edit'];
type PauseCall = Calls['/operator/upstream/pause'];
type ResumeCall = Calls['/operator/upstream/resume'];
type TestCall = Calls['/operator/upstream/test'];

export function operatorUpstreamHandlers(deps: OperatorUpstreamDeps): ServedContract {
  return handlers(operatorUpstreamCalls, {
    '/operator/upstream/list': (context, input) => list(deps, context, input),
    '/operator/upstream/detail': (context, input) => detail(deps, context, input),
    '/operator/upstream/add': (context, input) => add(deps, context, input),
    '/operator/upstream/edit': (context, input) => edit(deps, context, input),
    '/operator/upstream/pause': (context, input) => pause(deps, context, input),
    '/operator/upstream/resume': (context, input) => resume(deps, context, input),
    '/operator/upstream/test': (context, input) => test(deps, context, input),
  });
}

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;

interface Surroundings {
  days: ReadonlyMap<number, UpstreamDay>;
  hours: ReadonlyMap<number, readonly HourCount[]>;
  routes: readonly OpenRoute[];
  paying: ReadonlySet<number>;
  currency: Currency;
}

async function surroundingsOf({ db, platform }: UpstreamListDeps, now: Date): Promise<Surroundings> {
  const since = new Date(now.getTime() - DAY_HOURS * HOUR_MS);
  const [{ currency }, days, hours, routes, paying] = await Promise.all([
    platform.settings(),
    selectUpstreamDays(db, since),
    selectHours(db, since),
    selectOpenRoutes(db),
    selectPayingUpstreams(db),
  ]);
  return { days, hours: Map.groupBy(hours, ({ upstreamId }) => upstreamId), routes, paying, currency };
}

/** All rows of the list: the upstreams are few, so that they are filtered and sorted here. */
export async function upstreamRows(
  deps: UpstreamListDeps,
  now: Date,
  filter: WholeFilter,
): Promise<readonly OperatorUpstreamRow[]> {
  const [setups, around] = await Promise.all([upstreamSetups(deps.db), surroundingsOf(deps, now)]);
  const typed = (filter.q ?? '').toLowerCase();
  const rows = setups
    .filter(({ name, state }) => name.toLowerCase().includes(typed) && (filter.state ?? state) === state)
    .map((setup) => rowOf(deps, setup, around));
  return sorted(rows, filter);
}

type WholeFilter = Omit<ParsedUpstreamFilter, 'page' | 'limit'>;

async function list(
  deps: OperatorUpstreamDeps,
  { now }: CallContext<ListCall>,
  filter: ParsedInputOf<ListCall>,
): Promise<OutputOf<ListCall>> {
  const rows = await upstreamRows(deps, now, filter);
  const { page, limit } = filter;
  return {
    total: rows.length,
    page,
    limit,
    list: rows.slice((page - 1) * limit, page * limit),
    extend: {
      connectors: deps.upstreams.register.map(({ name, fields }) => ({
        name,
        fields: fields.map(({ options, when, ...field }) => ({
          ...field,
          options: [...options],
          when: when && { name: when.name, values: [...when.values] },
        })),
      })),
    },
  };
}

function sorted(rows: readonly OperatorUpstreamRow[], { sort, order }: WholeFilter): readonly OperatorUpstreamRow[] {
  const turned = order === 'desc' ? -1 : 1;
  return rows.toSorted((a, b) => {
    const [one, other] = [a[sort], b[sort]];
    return one === other ? a.id - b.id : one < other ? -turned : turned;
  });
}

async function detail(
  deps: OperatorUpstreamDeps,
  context: CallContext<DetailCall>,
  { id }: ParsedInputOf<DetailCall>,
): Promise<OutputOf<DetailCall>> {
  const setup =
    (await upstreamSetups(deps.db)).find(({ upstreamId }) => upstreamId === id) ?? context.refuse('not_found');
  const around = await surroundingsOf(deps, context.now);
  const fields = deps.upstreams.register.find(({ name }) => name === setup.connector)?.fields ?? [];
  const counts = around.hours.get(id) ?? [];
  const failed = Map.groupBy(
    counts.filter(({ outcome }) => outcome !== ANSWERED),
    ({ outcome }) => outcome,
  );
  return {
    upstream: rowOf(deps, setup, around),
    notifyUrl: `${deps.publicUrl}/upstream/${id}/notify`,
    settings: shownSettings(fields, storedSettings(deps, setup)),
    errors: [...failed]
      .map(([error, same]) => ({ error, count: requestsOf(same) }))
      .toSorted((a, b) => b.count - a.count)
      .slice(0, MAX_ERRORS),
    hours: [...Map.groupBy(counts, ({ hour }) => hour.toISOString())]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([hour, same]) => {
        const { requests, failures, averageMs } = figuresOf(same);
        return { hour, requests, failures, averageMs: averageMs ?? 0 };
      }),
  };
}

const MAX_ERRORS = 10;

async function add(
  deps: OperatorUpstreamDeps,
  context: CallContext<AddCall>,
  { connector, name, settings: given, reason, ...step }: ParsedInputOf<AddCall>,
): Promise<OutputOf<AddCall>> {
  const settings = readSettings(deps, context, { connector, given, before: {} });
  return acting(deps, context, step, async (tx) => {
    const at = context.now;
    const id = await addUpstreamSetup(tx, deps.sealer, { connector, name, settings, at, reason });
    const object = `${id} ${name} (${connector}) ${reason}`;
    await deps.audit.record(tx, { ...actorOf(context), action: 'upstream_added', object });
    return { id };
  });
}

async function edit(
  deps: OperatorUpstreamDeps,
  context: CallContext<EditCall>,
  { id, name, settings: given, reason, ...step }: ParsedInputOf<EditCall>,
): Promise<undefined> {
  const { audit, sealer } = deps;
  return acting(deps, context, step, async (tx) => {
    const setup = await setupOf(tx, context, id);
    const before = storedSettings(deps, setup);
    const settings = readSettings(deps, context, { connector: setup.connector, given, before });
    const changes = [
      changesOf({ name: setup.name }, { name }),
      ...settingChanges(deps, setup.connector, before, settings),
    ].filter((change) => change !== '');
    if (changes.length === 0) return undefined;
    await changeUpstreamSetup(tx, sealer, { upstreamId: id, name, settings });
    const object = `${id} ${setup.name}: ${changes.join(', ')} (${reason})`;
    await audit.record(tx, { ...actorOf(context), action: 'upstream_edited', object });
    return undefined;
  });
}

/** What changed, without secrets. */
function settingChanges(
  { upstreams }: OperatorUpstreamDeps,
  connector: string,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): string[] {
  const { fields = [] } = upstreams.register.find(({ name }) => name === connector) ?? {};
  return fields.flatMap(({ name, secret }) => {
    const [was, is] = [before[name], after[name]].map((value) =>
      value === undefined ? 'none' : JSON.stringify(value),
    );
    if (was === is) return [];
    return [secret ? `${name} replaced` : `${name} ${was} → ${is}`];
  });
}

async function pause(
  deps: OperatorUpstreamDeps,
  context: CallContext<PauseCall>,
  { id, reason, ...step }: ParsedInputOf<PauseCall>,
): Promise<undefined> {
  return acting(deps, context, step, async (tx) => {
    const { name, state } = await setupOf(tx, context, id);
    if (state === 'closed') context.refuse('upstream_paused');
    await pauseUpstream(tx, id, { at: context.now, reason });
    const object = `${id} ${name}: open → closed (${reason})`;
    await deps.audit.record(tx, { ...actorOf(context), action: 'upstream_paused', object });
    return undefined;
  });
}

async function resume(
  deps: OperatorUpstreamDeps,
  context: CallContext<ResumeCall>,
  { id, reason, ...step }: ParsedInputOf<ResumeCall>,
): Promise<undefined> {
  return acting(deps, context, step, async (tx) => {
    const setup = await setupOf(tx, context, id);
    if (setup.state === 'open') context.refuse('upstream_open');
    if (!isConfigured(deps, setup)) context.refuse('upstream_unconfigured');
    await resumeUpstream(tx, id, false);
    const object = `${id} ${setup.name}: closed → open (${reason})`;
    await deps.audit.record(tx, { ...actorOf(context), action: 'upstream_resumed', object });
    return undefined;
  });
}

async function test(
  { db, upstreams }: OperatorUpstreamDeps,
  context: CallContext<TestCall>,
  { id }: ParsedInputOf<TestCall>,
): Promise<OutputOf<TestCall>> {
  await setupOf(db, context, id);
  const startedMs = performance.now();
  const error = await upstreams.check(id).then(
    () => '',
    (thrown: unknown) => {
      if (!(thrown instanceof UpstreamError)) throw thrown;
      return thrown.message;
    },
  );
  if (error === 'refused: unconfigured') context.refuse('upstream_unconfigured');
  return { ok: error === '', tookMs: Math.round(performance.now() - startedMs), error };
}

async function setupOf(
  on: Parameters<typeof upstreamSetups>[0],
  context: { refuse(name: 'not_found'): never },
  id: number,
): Promise<UpstreamSetup> {
  return (await upstreamSetups(on)).find(({ upstreamId }) => upstreamId === id) ?? context.refuse('not_found');
}

type ActContext = CallContext<AddCall> | CallContext<EditCall> | CallContext<PauseCall> | CallContext<ResumeCall>;

/** Runs `work` with the second step spent, while nothing else changes upstreams. */
async function acting<Result>(
  { db, factors }: OperatorUpstreamDeps,
  context: ActContext,
  { verifyType, verifyCode }: { verifyType: StepMethod | ''; verifyCode: string },
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const checkedStep = await factors.checkSecondStep(context, { user: context.session, verifyType, verifyCode });
  return db.transaction(async (tx) => {
    await lockUpstreams(tx);
    await factors.spendSecondStep(tx, context, checkedStep);
    return work(tx);
  });
}

/** Throws a refusal for settings that the connector can't use. */
function readSettings(
  { upstreams }: OperatorUpstreamDeps,
  context: { wrongField(field: string, word: string): never; refuse(name: 'connector_unknown'): never },
  {
    connector,
    given,
    before,
  }: {
    connector: string;
    given: readonly { name: string; value: string }[];
    before: Readonly<Record<string, unknown>>;
  },
): Record<string, unknown> {
  const known = upstreams.register.find(({ name }) => name === connector) ?? context.refuse('connector_unknown');
  const texts: SettingTexts = Object.fromEntries(given.map(({ name, value }) => [name, value]));
  const settings = settingsFrom(known.fields, texts, before) ?? context.wrongField('settings', 'setting_wrong');
  const [fault] = known.faultsOf(settings);
  if (fault === undefined) return settings;
  return fault === ''
    ? context.wrongField('settings', 'settings_unfit')
    : context.wrongField(settingFieldName(fault), 'setting_wrong');
}

/** How a setting's field is named in the form, where other fields have names too. */
function settingFieldName(name: string): string {
  return `setting_${name}`;
}

function isConfigured(deps: UpstreamListDeps, setup: UpstreamSetup): boolean {
  const connector = deps.upstreams.register.find(({ name }) => name === setup.connector);
  return connector !== undefined && connector.faultsOf(storedSettings(deps, setup)).length === 0;
}

function rowOf(deps: UpstreamListDeps, setup: UpstreamSetup, around: Surroundings): OperatorUpstreamRow {
  const { upstreamId } = setup;
  const day = around.days.get(upstreamId);
  const routes = around.routes.filter((route) => route.upstreamId === upstreamId);
  const { requests, failures, averageMs, slowestMs } = figuresOf(around.hours.get(upstreamId) ?? []);
  return {
    id: upstreamId,
    name: setup.name,
    connector: setup.connector,
    state: setup.state,
    configured: isConfigured(deps, setup),
    pausedBy: setup.pausedBy,
    pausedAt: setup.pausedAt?.toISOString() ?? null,
    pauseReason: setup.pauseReason,
    nextCheckAt: setup.nextCheckAt?.toISOString() ?? null,
    channels: routes.map(({ code }) => code),
    onlyFor: routes.filter(({ only }) => only).map(({ code }) => code),
    payouts: around.paying.has(upstreamId),
    orders24h: day?.orders ?? 0,
    successRate24h: day ? successRateOf(BigInt(day.paid), BigInt(day.orders)) : null,
    amount24h: formatAmount(day?.paidMinor ?? 0n, around.currency),
    requests24h: requests,
    failures24h: failures,
    averageMs,
    slowestMs,
  };
}

function figuresOf(counts: readonly HourCount[]) {
  const requests = requestsOf(counts);
  return {
    requests,
    failures: requestsOf(counts.filter(({ outcome }) => outcome !== ANSWERED)),
    averageMs: requests === 0 ? null : Math.round(counts.reduce((sum, one) => sum + one.durationMs, 0) / requests),
    slowestMs: requests === 0 ? null : counts.reduce((most, one) => Math.max(most, one.slowestMs), 0),
  };
}

function requestsOf(counts: readonly HourCount[]): number {
  return counts.reduce((sum, { requests }) => sum + requests, 0);
}
