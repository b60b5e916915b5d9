/**
 * Public API of the upstreams feature: create a payment or payout, query its status, read an upstream's notification.
 * Every exchange is stored with its order, without keys or signatures. Nothing here moves money.
 */
import { createHash, randomUUID } from 'node:crypto';
import type { Clock } from '#foundation/core/clock.ts';
import { formatAmount } from '#foundation/core/money.ts';
import type { TimeRange } from '#foundation/core/time-zone.ts';
import { Batcher } from '#foundation/server/postgres/batcher.ts';
import { type Database, sqlState, type Tx } from '#foundation/server/postgres/database.ts';
import type { Logger } from '#foundation/server/process/log.ts';
import {
  type ConnectorDeps,
  type NotificationFailure,
  type PaymentCreated,
  type PaymentRef,
  type PaymentRequest,
  type PayoutRef,
  type PayoutRequest,
  type RawNotification,
  UpstreamError,
  type UpstreamPayment,
  type UpstreamPayout,
  type UpstreamStatement,
} from './connector.ts';
import { type ConfiguredDeps, configuredUpstreams, sealSettings } from './configured.ts';
import { keptReports } from './reports.ts';
import { connectors, type OpenUpstream, type RegisteredConnector } from './connectors.ts';
import { upstreamHealth, type UpstreamHealth } from './health.ts';
import {
  type Exchange,
  insertExchanges,
  insertUpstream,
  type LoggedFields,
  selectExchanges,
  selectUpstreamNames,
} from './store.ts';

export interface NewUpstream {
  upstreamId: number;
  /** The name of a registered connector. */
  connector: string;
  name: string;
  /** The connector's settings. If they are invalid, the upstream is unconfigured. */
  settings: unknown;
  state?: 'open' | 'closed';
}

export type NotificationOutcome =
  /** `acknowledgement`: the body of the 200 that stops the upstream from resending. */
  | { ok: true; payment: UpstreamPayment; acknowledgement: string }
  /** A statement: it is kept, and nothing else is to be done. */
  | { ok: true; payment: null; acknowledgement: string }
  /** The payment of a request that came before: it is refused, unless it is booked only now. */
  | { ok: false; failure: 'replayed'; payment: UpstreamPayment; acknowledgement: string }
  | { ok: false; failure: NotificationFailure; payment?: undefined };

/** Failures throw `UpstreamError`. */
export interface UpstreamVerbs {
  /**
   * Returns the payment if it can be created at once and without a request. Otherwise returns undefined, and the caller
   * must call `createPayment`. Stores nothing, because the order may not be created after all.
   */
  preparePayment(upstreamId: number, request: PaymentRequest): PaymentCreated | undefined;
  /** A repeated request for the same order returns the same payment. */
  createPayment(upstreamId: number, request: PaymentRequest): Promise<PaymentCreated>;
  queryPayment(upstreamId: number, ref: PaymentRef): Promise<UpstreamPayment>;
  /**
   * Accepts a notification that is genuine, recent, for this upstream and not seen before. The caller must compare the
   * order, amount and currency.
   */
  readNotification(upstreamId: number, raw: RawNotification): Promise<NotificationOutcome>;
  /** Repeated requests with the same reference pay once. */
  createPayout(upstreamId: number, request: PayoutRequest): Promise<UpstreamPayout>;
  queryPayout(upstreamId: number, ref: PayoutRef): Promise<UpstreamPayout>;
  /**
   * What the upstream says about one of our days. Undefined: its statements can't be fetched, or it is unconfigured.
   * `not_yet`: it will say so later.
   */
  statement(upstreamId: number, range: TimeRange): Promise<UpstreamStatement | 'not_yet' | undefined>;
  /** All exchanges about an order, oldest first. */
  exchangesOf(memberNo: bigint, systemNo: bigint): Promise<Exchange[]>;
  /** All upstreams, ordered by id. */
  names(): Promise<{ id: number; name: string }[]>;
  addUpstream(tx: Tx, upstream: NewUpstream): Promise<void>;
  /** The connectors, with their settings as fields. */
  readonly register: readonly Pick<RegisteredConnector, 'name' | 'fields' | 'faultsOf'>[];
  /** The connector's own check; throws `UpstreamError` if it fails. Counts among the upstream's requests. */
  check(upstreamId: number): Promise<void>;
  /** Resolves when all exchanges so far are stored. */
  idle(): Promise<void>;
}

export interface UpstreamDeps extends ConfiguredDeps, ConnectorDeps {
  db: Database;
  log: Logger;
  /** After how many failures in a row an upstream is paused; absent or 0: never. */
  pauseAfter?(): Promise<number>;
}

export function upstreamVerbs(deps: UpstreamDeps): UpstreamVerbs {
  const { db, clock, sealer, log } = deps;
  const register = connectors(deps);
  const configured = configuredUpstreams(deps, register);
  const journal = exchangeJournal(db, log);
  const reports = keptReports(deps);
  const health = upstreamHealth(deps);

  const openOrThrow = async (upstreamId: number): Promise<OpenUpstream> => {
    const upstream = await configured.find(upstreamId);
    if (typeof upstream === 'string') throw new UpstreamError('refused', upstream);
    return upstream;
  };
  const recorded = exchangeRecorder(journal, health, clock);

  return {
    preparePayment(upstreamId, request) {
      const upstream = configured.remembered(upstreamId);
      return typeof upstream === 'object' ? upstream.preparePayment(request) : undefined;
    },

    createPayment(upstreamId, request) {
      const { memberNo, systemNo } = request;
      return recorded(
        upstreamId,
        { memberNo, systemNo, operation: 'create', request: loggedPayment(request) },
        async () => (await openOrThrow(upstreamId)).createPayment(request),
        ({ upstreamNo }) => ({ upstreamNo }),
      );
    },

    queryPayment(upstreamId, ref) {
      const { memberNo, systemNo, upstreamNo } = ref;
      return recorded(
        upstreamId,
        { memberNo, systemNo, operation: 'query', request: { upstreamNo } },
        async () => (await openOrThrow(upstreamId)).queryPayment(ref),
        paymentFields,
      );
    },

    ...payoutVerbs(recorded, openOrThrow),

    async readNotification(upstreamId, raw) {
      const failed = (failure: NotificationFailure): NotificationOutcome => {
        log.warn({ upstreamId, failure }, 'an upstream notification was rejected');
        return { ok: false, failure };
      };
      const upstream = await configured.find(upstreamId);
      if (typeof upstream === 'string') return failed(upstream);
      if (raw.rawBody.length > upstream.maxNotificationBytes) return failed('too_large');
      const read = await upstream.readNotification(raw);
      if (!read.ok) return failed(read.failure);
      if ('report' in read) {
        const isKept = await reports.keep(upstreamId, read.report, read.nonce);
        return isKept ? { ok: true, payment: null, acknowledgement: upstream.acknowledgement } : failed('replayed');
      }

      const { memberNo, systemNo } = read.payment;
      const received = {
        memberNo,
        systemNo,
        at: clock.now(),
        direction: 'in',
        operation: 'notify',
        request: read.logged,
        reply: null,
        durationMs: null,
      } as const;
      const stored = await journal.keep({
        ...received,
        exchangeId: nonceId(upstreamId, read.nonce),
        ok: true,
        error: null,
      });
      if (stored === 'new') return { ok: true, payment: read.payment, acknowledgement: upstream.acknowledgement };
      if (stored === 'unplaceable') return failed('order_unknown');
      journal.note({ ...received, exchangeId: randomUUID(), ok: false, error: 'replayed' });
      return { ok: false, failure: 'replayed', payment: read.payment, acknowledgement: upstream.acknowledgement };
    },

    async statement(upstreamId, range) {
      const upstream = await configured.find(upstreamId);
      if (typeof upstream === 'string' || !upstream.hasStatements) return undefined;
      const kept = await reports.within(upstreamId, range);
      const statement = await upstream.statement(range, kept);
      return statement ? { ...statement, filed: () => reports.filed(upstreamId, kept, range) } : 'not_yet';
    },

    exchangesOf: (memberNo, systemNo) => selectExchanges(db, memberNo, systemNo),

    names: () => selectUpstreamNames(db),
    async addUpstream(tx, { upstreamId, connector, name, settings, state = 'open' }) {
      if (!register.some((one) => one.name === connector)) throw new RangeError(`no connector ${connector}`);
      await insertUpstream(tx, {
        upstreamId,
        connector,
        name,
        settingsSealed: sealSettings(sealer, upstreamId, settings),
        state,
      });
    },

    register,

    async check(upstreamId) {
      // An operator tests what was saved a moment ago.
      configured.forget();
      const upstream = await openOrThrow(upstreamId);
      await counted(health, upstreamId, () => upstream.check());
    },

    async idle() {
      await Promise.all([journal.idle(), health.idle()]);
    },
  };
}

/** What an exchange keeps of a request for a payment. */
function loggedPayment({ amountMinor, currency, mode, channelCode, subject, expiresAt }: PaymentRequest) {
  return {
    amount: formatAmount(amountMinor, currency),
    currency,
    mode,
    channel: channelCode,
    subject,
    expiresAt: expiresAt.toISOString(),
  };
}

/** Runs a request and counts how it ended. */
async function counted<T>(health: UpstreamHealth, upstreamId: number, work: () => Promise<T>): Promise<T> {
  const startedMs = performance.now();
  const end = (error: unknown): void => health.count(upstreamId, Math.round(performance.now() - startedMs), error);
  try {
    const answer = await work();
    end(undefined);
    return answer;
  } catch (error) {
    end(error);
    throw error;
  }
}

function payoutVerbs(
  recorded: ReturnType<typeof exchangeRecorder>,
  openOrThrow: (upstreamId: number) => Promise<OpenUpstream>,
): Pick<UpstreamVerbs, 'createPayout' | 'queryPayout'> {
  return {
    createPayout(upstreamId, request) {
      const { memberNo, systemNo, reference, amountMinor, currency } = request;
      const fields = { reference, amount: formatAmount(amountMinor, currency), currency };
      return recorded(
        upstreamId,
        { memberNo, systemNo, operation: 'create', request: fields },
        async () => (await openOrThrow(upstreamId)).createPayout(request),
        payoutFields,
      );
    },

    queryPayout(upstreamId, ref) {
      const { memberNo, systemNo, reference } = ref;
      return recorded(
        upstreamId,
        { memberNo, systemNo, operation: 'query', request: { reference } },
        async () => (await openOrThrow(upstreamId)).queryPayout(ref),
        payoutFields,
      );
    },
  };
}

/**
 * Returns a function that makes a request and records both sides of the exchange, without waiting until it is stored.
 */
function exchangeRecorder(journal: ExchangeJournal, health: UpstreamHealth, clock: Clock) {
  return async <T>(
    upstreamId: number,
    about: Pick<Exchange, 'memberNo' | 'systemNo' | 'operation' | 'request'>,
    queryUpstream: () => Promise<T>,
    fields: (answer: T) => LoggedFields,
  ): Promise<T> => {
    const at = clock.now();
    const startedMs = performance.now();
    const keep = (reply: LoggedFields | null, error: string | null): void =>
      journal.note({
        ...about,
        exchangeId: randomUUID(),
        at,
        direction: 'out',
        reply,
        ok: error === null,
        error,
        durationMs: Math.round(performance.now() - startedMs),
      });
    try {
      const answer = await counted(health, upstreamId, queryUpstream);
      keep(fields(answer), null);
      return answer;
    } catch (error) {
      keep(null, error instanceof UpstreamError ? error.message : 'internal');
      throw error;
    }
  };
}

type RecordResult = 'new' | 'known' | 'unplaceable';

interface ExchangeJournal {
  keep(exchange: Exchange): Promise<RecordResult>;
  /** Stores the exchange without waiting. Failures are logged. */
  note(exchange: Exchange): void;
  idle(): Promise<void>;
}

/** Inserts exchanges in batches. */
function exchangeJournal(db: Database, log: Logger): ExchangeJournal {
  const batches = new Batcher<Exchange, RecordResult>({
    keyOf: ({ memberNo }) => memberNo,
    groupsOf: db.shardsOf,
    async run(exchanges) {
      try {
        const inserted = await insertExchanges(db, exchanges);
        // One batch can hold two copies: only the first is new.
        return exchanges.map(({ exchangeId }) => (inserted.delete(exchangeId) ? 'new' : 'known'));
      } catch (error) {
        if (exchanges.length === 1 && sqlState(error) === NO_PARTITION) return ['unplaceable'];
        throw error;
      }
    },
  });
  const running = new Set<Promise<unknown>>();
  return {
    keep: (exchange) => batches.submit(exchange),
    note(exchange) {
      const { memberNo, systemNo, operation } = exchange;
      const stored = batches
        .submit(exchange)
        .catch((error: unknown) =>
          log.warn(
            { err: error, memberNo: memberNo.toString(), systemNo: systemNo.toString(), operation },
            'an upstream exchange could not be stored',
          ),
        )
        .finally(() => running.delete(stored));
      running.add(stored);
    },
    async idle() {
      while (running.size > 0) await Promise.allSettled(running);
    },
  };
}

/** PostgreSQL's code for a row that fits no partition: the system number names a time for which we have no orders. */
const NO_PARTITION = '23514';

/** Derives an exchange's id from a nonce. The table's key then accepts the nonce only once, across all processes. */
function nonceId(upstreamId: number, nonce: string): string {
  const hex = createHash('sha256').update(`${upstreamId}\n${nonce}`).digest('hex');
  // UUID version 8 is for custom content.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function payoutFields({
  upstreamNo,
  amountMinor,
  currency,
  status,
  bankReference,
  failReason,
}: UpstreamPayout): LoggedFields {
  return { upstreamNo, amount: formatAmount(amountMinor, currency), currency, status, bankReference, failReason };
}

function paymentFields({ upstreamNo, amountMinor, currency, status, paidAt }: UpstreamPayment): LoggedFields {
  return {
    upstreamNo,
    amount: formatAmount(amountMinor, currency),
    currency,
    status,
    paidAt: paidAt?.toISOString() ?? null,
  };
}
