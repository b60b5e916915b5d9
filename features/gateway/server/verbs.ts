/**
 * The gateway: takes a signed request, verifies its sender and freshness, lets the call answer, signs the reply.
 * Nothing happens for a request before all of that is verified, and no refusal gives an outsider more than its name.
 */
import { notifyIdOf } from '#features/callbacks/rules.ts';
import type { MerchantKeyVerbs } from '#features/merchant-keys/server/verbs.ts';
import type { PlatformSettings } from '#features/platform/settings.ts';
import type { Clock } from '#foundation/core/clock.ts';
import { unixSeconds } from '#foundation/core/envelope.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import type { Logger } from '#foundation/server/process/log.ts';
import { RememberedByKey } from '#foundation/server/process/ttl-cache.ts';
import { type SignType, signWindowS, timestampWithin } from '@countinghouse/sdk/signing';
import type { GatewayPath } from '../contract.ts';
import { authenticate } from './authentication.ts';
import { TokenBuckets } from './buckets.ts';
import { amountsOf, type CallDeps, gatewayHandlers } from './calls.ts';
import { nonceSpender } from './nonces.ts';
import { type Refusal, refusalLog } from './refusals.ts';
import { type GatewayReply, refusalReply, type ReplySigning, type RefusalDetails, successReply } from './replies.ts';
import { type GatewayRequest, type ReadRequest, readRequest } from './request.ts';

export interface GatewayVerbs {
  log: Logger;
  /** Never rejects because of what a merchant sends; rejects on an internal error. */
  answer(path: GatewayPath, request: GatewayRequest): Promise<GatewayReply>;
  /** Where the payer returns to, with signed fields in the query; null when the order names no address. */
  returnLink(memberNo: bigint, systemNo: bigint): Promise<string | null>;
  /** Adds a request to the merchant's log that another protocol's door refused. Returns at once. */
  noteRefusal(refusal: Refusal): void;
  /** Resolves when all writes that answers do not wait for are done. */
  settled(): Promise<void>;
}

export interface GatewayDeps extends CallDeps {
  db: Database;
  clock: Clock;
  log: Logger;
  platform: { settings(): Promise<PlatformSettings> };
  members: { find(memberNo: bigint): Promise<{ state: 'active' | 'disabled'; certification: string } | undefined> };
  keys: Pick<MerchantKeyVerbs, 'find' | 'used' | 'signReturn' | 'platformKeys'>;
}

export function gatewayVerbs(deps: GatewayDeps): GatewayVerbs {
  const { db, clock, log, platform, keys } = deps;
  const handlers = gatewayHandlers(deps);
  const refusals = refusalLog({ db, log });
  const admit = admission(deps);

  return {
    log,
    async answer(path, request) {
      const now = clock.now();
      const acceptLanguage = textOf(request.headers['accept-language']);
      const read = readRequest(request);
      const { memberNo, signType, faults } = read;
      const known = memberNo === undefined ? undefined : await keys.find(memberNo);
      const platformKeys = await keys.platformKeys();
      // Also for requests that are refused for their form: whether the merchant sent it decides its place in the log.
      const proven =
        signType && read.verifiable
          ? authenticate(request, { ...read, signType }, known, { now, decoy: platformKeys.publicKey })
          : undefined;
      const signed = proven?.ok === true || proven?.signed === true;
      const refuse = (no: RefusalDetails, by?: ReplySigning): GatewayReply => {
        if (known) {
          const ownAddress = known.requestIps.length > 0 && known.isAddressAllowed(request.ip);
          refusals.note({
            memberNo: known.memberNo,
            at: now,
            path,
            ip: request.ip,
            error: no.error,
            signed,
            ownAddress,
            read,
            faults: no.faults ?? [],
          });
        }
        return refusalReply(no, acceptLanguage, by);
      };
      if (read.unreadable)
        return refuse({ error: 'bad_request', status: 400, faults: [read.unreadable], because: read.unreadable });
      if (signType === undefined || !proven || faults.length > 0) return refuse({ error: 'bad_request', faults });
      if (!proven.ok) return refuse({ error: proven.error });
      const by: ReplySigning = {
        target: request.target,
        memberNo: proven.keys.memberNo,
        signType,
        key: await replyKey(deps, signType, proven.key),
        timestampS: unixSeconds(now),
      };
      const settings = await platform.settings();
      const no = await admit({
        read,
        ip: request.ip,
        isAddressAllowed: proven.keys.isAddressAllowed,
        memberNo: by.memberNo,
        settings,
        now,
      });
      if (no) return refuse(no, by);
      keys.used(by.memberNo);

      const outcome = await handlers[path]({
        memberNo: by.memberNo,
        signType,
        fields: read.fields,
        notText: read.notText,
        settings,
        now,
      });
      if (!outcome.ok) return refuse(outcome, by);
      // MD5 cannot sign an address with a query; such an order needs one of the other two sign types.
      return successReply(outcome.data, by) ?? refuse({ error: 'sign_type_not_allowed' }, by);
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

    noteRefusal: (refusal) => refusals.note(refusal),
    settled: () => refusals.settled(),
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
  const memberStates = new RememberedByKey(clock, CACHE_MS, MAX_REMEMBERED, (memberNo: bigint) =>
    members.find(memberNo),
  );
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
