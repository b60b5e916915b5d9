/**
 * The gateway: takes a signed request, verifies its sender and freshness, lets the call answer, signs the reply.
 * Nothing happens for a request before all of that is verified, and no refusal gives an outsider more than its name.
 */
import { notifyIdOf } from '#features/callbacks/rules.ts';
import type { MerchantKeys, MerchantKeyVerbs } from '#features/merchant-keys/server/verbs.ts';
import type { PlatformSettings } from '#features/platform/settings.ts';
import type { Clock } from '#foundation/core/clock.ts';
import { unixSeconds } from '#foundation/core/envelope.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import type { Logger } from '#foundation/server/process/log.ts';
import type { Sealer } from '#foundation/server/secrets/sealing.ts';
import { statusOfFailure } from '#foundation/server/postgres/unavailable.ts';
import { TtlCacheByKey } from '#foundation/server/process/ttl-cache.ts';
import { type SignType, signWindowS, timestampWithin } from '@countinghouse/sdk/signing';
import type { GatewayPath } from '../contract.ts';
import { authenticate } from './authentication.ts';
import { TokenBuckets } from './buckets.ts';
import { amountsOf, type CallDeps, gatewayHandlers } from './calls.ts';
import { nonceSpender } from './nonces.ts';
import type { Answered } from './log/answered.ts';
import { type Refusal, requestLog, type Served } from './log/log.ts';
import { secretsOf } from './log/record.ts';
import { selectRefusedAddresses } from './log/store.ts';
import { type GatewayReply, refusalReply, type ReplySigning, type RefusalDetails, successReply } from './replies.ts';
import { type GatewayRequest, type ReadRequest, readRequest } from './request.ts';

/** Requests of one address that was not on the merchant's list. */
export interface RefusedAddress {
  ip: string;
  count: number;
  lastAt: Date;
}

export interface GatewayVerbs {
  log: Logger;
  /** Never rejects because of what a merchant sends; rejects on an internal error. */
  answer(path: GatewayPath, request: GatewayRequest): Promise<GatewayReply>;
  /** Where the payer returns to, with signed fields in the query; null when the order names no address. */
  returnLink(memberNo: bigint, systemNo: bigint): Promise<string | null>;
  /** The addresses that were refused since then, the latest first. */
  refusedAddresses(memberNo: bigint, since: Date): Promise<RefusedAddress[]>;
  /** Notes a request that another endpoint refused in a merchant's name. Returns at once. */
  noteRefusal(refusal: Refusal): void;
  /** Notes a request that another endpoint served. Returns at once. */
  noteServed(served: Served): void;
  /** Resolves when all writes that answers do not wait for are done. */
  settled(): Promise<void>;
}

export interface GatewayDeps extends CallDeps {
  db: Database;
  clock: Clock;
  log: Logger;
  platform: { settings(): Promise<PlatformSettings> };
  members: { find(memberNo: bigint): Promise<{ state: 'active' | 'disabled'; certification: string } | undefined> };
  keys: Pick<MerchantKeyVerbs, 'find' | 'used' | 'settled' | 'signReturn' | 'platformKeys'>;
  sealer: Pick<Sealer, 'fingerprints' | 'seal'>;
}

export function gatewayVerbs(deps: GatewayDeps): GatewayVerbs {
  const { db, clock, log, keys } = deps;
  const requests = requestLog(deps);
  const answered = answering(deps);

  return {
    log,
    async answer(path, request) {
      const begin = performance.now();
      const facts: RequestFacts = { ...unanswered, now: clock.now(), read: readRequest(request) };
      const note = (httpStatus: number, reply: string | null): void => {
        const { known, now, result, signed, key, read, faults, servedPerSecond } = facts;
        if (!known) return;
        requests.note(
          {
            memberNo: known.memberNo,
            at: now,
            path,
            ip: request.ip,
            result,
            httpStatus,
            durationMs: performance.now() - begin,
            signed,
            ownAddress: known.requestIps.length > 0 && known.isAddressAllowed(request.ip),
            key,
            received: { ...request, timestamp: read.timestamp, nonce: read.nonce, sign: read.sign },
            read,
            faults,
            reply,
            secrets: secretsOf(known),
          },
          servedPerSecond,
        );
      };
      try {
        const reply = await answered(path, request, facts);
        note(reply.status, reply.body);
        return reply;
      } catch (error) {
        const status = statusOfFailure(error);
        facts.result = status === 503 ? 'unavailable' : 'internal';
        note(status, null);
        throw error;
      }
    },

    async returnLink(memberNo, systemNo) {
      const order =
        (await deps.orders.find(memberNo, { systemNo }, 'payin')) ??
        (await deps.orders.find(memberNo, { systemNo }, 'recharge'));
      if (!order || order.returnUrl === null) return null;
      const { returnUrl, signType } = order;
      if (signType === 'none') return returnUrl;
      // The ePay door makes the return addresses of its own orders.
      if (signType === 'EPAY') return null;
      const fields = { merchantNo: memberNo.toString(), notifyId: notifyIdOf('payin', systemNo), ...amountsOf(order) };
      return keys.signReturn(memberNo, { returnUrl, signType, fields });
    },

    noteRefusal: (refusal) => requests.noteRefusal(refusal),
    noteServed: (served) => requests.noteServed(served),

    refusedAddresses: (memberNo, since) => selectRefusedAddresses(db, memberNo, since),

    async settled() {
      await Promise.all([requests.settled(), keys.settled()]);
    },
  };
}

/** What the log needs to know of a request. */
interface RequestFacts extends Pick<Answered, 'result' | 'signed' | 'key' | 'faults'> {
  readonly now: Date;
  readonly read: ReadRequest;
  known: MerchantKeys | undefined;
  servedPerSecond: number;
}

const unanswered = {
  known: undefined,
  result: 'internal',
  signed: false,
  key: null,
  faults: [],
  servedPerSecond: 0,
} as const;

/** Answers a request, and notes in `facts` what the log needs to know, as soon as it is known. */
function answering(
  deps: GatewayDeps,
): (path: GatewayPath, request: GatewayRequest, facts: RequestFacts) => Promise<GatewayReply> {
  const { platform, keys } = deps;
  const handlers = gatewayHandlers(deps);
  const admit = admission(deps);
  return async (path, request, facts) => {
    const { now, read } = facts;
    const acceptLanguage = textOf(request.headers['accept-language']);
    const { memberNo, signType, faults } = read;
    facts.known = memberNo === undefined ? undefined : await keys.find(memberNo);
    const platformKeys = await keys.platformKeys();
    // Also for requests that are refused for their form: whether the merchant sent it decides its place in the log.
    const proven =
      signType && read.verifiable
        ? authenticate(request, { ...read, signType }, facts.known, { now, decoy: platformKeys.publicKey })
        : undefined;
    facts.signed = proven?.ok === true || proven?.signed === true;
    const refuse = (no: RefusalDetails, by?: ReplySigning): GatewayReply => {
      facts.result = no.error;
      facts.faults = no.faults ?? [];
      return refusalReply(no, acceptLanguage, by);
    };
    if (read.unreadable)
      return refuse({ error: 'bad_request', status: 400, faults: [read.unreadable], because: read.unreadable });
    if (signType === undefined || !proven || faults.length > 0) return refuse({ error: 'bad_request', faults });
    if (!proven.ok) return refuse({ error: proven.error });
    if (proven.shared) facts.key = proven.shared.isPrevious ? 'old' : 'new';
    const by: ReplySigning = {
      target: request.target,
      memberNo: proven.keys.memberNo,
      signType,
      key: await replyKey(deps, signType, proven.key),
      timestampS: unixSeconds(now),
    };
    const settings = await platform.settings();
    facts.servedPerSecond = settings.gatewayLogServedPerSecond;
    const no = await admit({
      read,
      ip: request.ip,
      isAddressAllowed: proven.keys.isAddressAllowed,
      memberNo: by.memberNo,
      settings,
      now,
    });
    if (no) return refuse(no, by);
    keys.used({ memberNo: by.memberNo, signType, key: proven.shared, ip: request.ip, at: now });

    const outcome = await handlers[path]({
      memberNo: by.memberNo,
      signType,
      fields: read.fields,
      notText: read.notText,
      settings,
      now,
      isNotifyHostAllowed: proven.keys.isNotifyHostAllowed,
    });
    if (!outcome.ok) return refuse(outcome, by);
    const reply = successReply(outcome.data, by);
    // MD5 cannot sign an address with a query; such an order needs one of the other two sign types.
    if (!reply) return refuse({ error: 'sign_type_not_allowed' }, by);
    facts.result = 'ok';
    return reply;
  };
}

interface Admitted {
  read: ReadRequest;
  ip: string;
  isAddressAllowed(address: string): boolean;
  memberNo: bigint;
  settings: PlatformSettings;
  now: Date;
}

/** The remaining checks of a verified request, cheapest first. Returns undefined when it can be answered. */
function admission({ db, clock, members }: GatewayDeps): (request: Admitted) => Promise<RefusalDetails | undefined> {
  const memberStates = new TtlCacheByKey(clock, CACHE_MS, MAX_REMEMBERED, (memberNo: bigint) => members.find(memberNo));
  const rates = new TokenBuckets();
  const spendNonce = nonceSpender({ db, clock });

  return async ({ read: { timestamp, nonce }, ip, isAddressAllowed, memberNo, settings, now }) => {
    if (!timestampWithin(timestamp, now.getTime() / 1000))
      return { error: 'timestamp_out_of_window', values: { seconds: signWindowS } };
    if (!isAddressAllowed(ip)) return { error: 'ip_not_allowed', values: { ip } };
    // Before the nonce is spent, so that the same request can be sent again a moment later.
    const perSecond = settings.gatewayRatePerSecond;
    const waitMs = rates.take(memberNo, now.getTime(), { perSecond, burst: perSecond });
    if (waitMs > 0) {
      const seconds = Math.ceil(waitMs / 1000);
      return {
        error: 'rate_limited',
        values: { seconds },
        status: 429,
        headers: { 'Retry-After': seconds.toString() },
      };
    }
    if (!(await spendNonce(memberNo, nonce, Number(timestamp)))) return { error: 'nonce_reused' };
    const member = await memberStates.get(memberNo);
    if (member?.state !== 'active') return { error: 'merchant_disabled' };
    return member.certification === 'approved' ? undefined : { error: 'not_certified' };
  };
}

const CACHE_MS = 1000;
const MAX_REMEMBERED = 20_000;

/**
 * With a shared key, the same key that the merchant used, so that a rotation never leaves it with a reply that it can't
 * check.
 */
async function replyKey(
  { keys }: GatewayDeps,
  signType: SignType,
  used: ReplySigning['key'],
): Promise<ReplySigning['key']> {
  return signType === 'RSA-SHA256' ? (await keys.platformKeys()).privateKey : used;
}

function textOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(',') : header;
}
