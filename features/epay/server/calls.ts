/**
 * Handlers of the console's calls about the ePay door. What changes it or shows its key takes the payment proof, and adds
 * the audit record in the same transaction.
 */
import type { AuditAction } from '#features/audit-actions.ts';
import type { ChannelVerbs } from '#features/channels/server/verbs.ts';
import type { PaymentProof } from '#features/accounts/server/credentials/payment-proof.ts';
import {
  changeWithProof,
  type MemberPaymentContext,
  type ProvedChange,
  type ProvedChangeDeps,
} from '#features/accounts/server/credentials/proved-change.ts';
import { keyHint } from '#features/merchant-keys/server/keys.ts';
import type { PlatformSettings } from '#features/platform/settings.ts';
import { type ServedContract, type CallContext, handlers } from '#foundation/server/http/handlers.ts';
import { type AttemptLimit, takeAttempt } from '#foundation/server/postgres/attempt-windows.ts';
import type { Database, Tx } from '#foundation/server/postgres/database.ts';
import { epayCalls, type EpaySettingsView } from '../contract.ts';
import { channelOf, pastedAddress, pluginFamilies, typesOf } from '../rules.ts';
import { selectRecent } from './store.ts';
import { EPAY_PATH, type EpayVerbs } from './verbs.ts';

export interface EpayCallDeps extends ProvedChangeDeps {
  db: Database;
  epay: EpayVerbs;
  platform: { settings(): Promise<PlatformSettings> };
  channels: Pick<ChannelVerbs, 'allTerms'>;
  publicUrl: string;
}

/** Each check makes two orders, and can wait for its notification. */
const checkLimit: AttemptLimit = { scope: 'epay_check', tries: 6, windowMs: 60_000 };

type Calls = (typeof epayCalls)['calls'];

export function epayHandlers(deps: EpayCallDeps): ServedContract {
  const { epay } = deps;
  return handlers(epayCalls, {
    async '/apisettings/epay'(context, { enabled, typeMap, payPassword, verifyType, verifyCode }) {
      const { memberNo } = context.session;
      if ((enabled ?? typeMap) === undefined || payPassword === undefined) {
        // Reading grants nothing.
        context.settle('proof', 'secondStep');
        return viewOf(deps, memberNo, context.now);
      }
      await refuseUnknownChannels(deps, context, typeMap ?? {});
      const changes = {
        ...(enabled === undefined ? {} : { enabled }),
        ...(typeMap === undefined ? {} : { typeMap }),
      };
      const given = { action: 'epay_changed', payPassword, verifyType, verifyCode } as const;
      await proved(deps, context, given, async (tx) => ({
        answer: await epay.settings.change(tx, memberNo, changes),
        notice: 'epay_changed',
        spreads: true,
      }));
      return viewOf(deps, memberNo, context.now);
    },

    async '/apisettings/epayKey'(context, input) {
      const { memberNo } = context.session;
      // The first time makes the key.
      const spreads = (await epay.settings.read(memberNo)) === undefined;
      const epayKey = await proved(deps, context, { action: 'epay_key_shown', ...input }, async (tx) => ({
        answer: await epay.settings.key(tx, memberNo),
        spreads,
      }));
      return { epayKey };
    },

    async '/apisettings/epayRotate'(context, { overlapHours, ...input }) {
      const { memberNo } = context.session;
      const epayKey = await proved(deps, context, { action: 'epay_key_rotated', ...input }, async (tx) => ({
        answer: await epay.settings.rotate(tx, memberNo, overlapHours),
        notice: 'epay_key_changed',
        spreads: true,
      }));
      return { epayKey };
    },

    async '/apisettings/epayEndOverlap'(context, input) {
      const { memberNo } = context.session;
      await proved(deps, context, { action: 'epay_overlap_ended', ...input }, async (tx) => {
        const isEnded = await epay.settings.endOverlap(tx, memberNo);
        return { answer: undefined, isNothing: !isEnded, notice: 'epay_key_changed', spreads: isEnded };
      });
      return undefined;
    },

    async '/apisettings/epayCheck'({ session, client, language, now, refuse }) {
      const attempt = await takeAttempt(deps.db, checkLimit, session.memberNo.toString(), now);
      if (!attempt.allowed) refuse('rate_limited', { seconds: Math.ceil(attempt.waitMs / 1000) });
      const steps = await epay.check(session.memberNo, { ip: client.ip, language });
      return steps ? { steps } : refuse('epay_off');
    },
  });
}

async function refuseUnknownChannels(
  { channels }: EpayCallDeps,
  { session, wrongField }: CallContext<Calls['/apisettings/epay']>,
  typeMap: Readonly<Record<string, string>>,
): Promise<void> {
  const codes = new Set((await channels.allTerms(session.memberNo)).map(({ code }) => code));
  for (const [type, code] of Object.entries(typeMap))
    if (code !== '' && !codes.has(code)) wrongField(`typeMap.${type}`, 'channel_unknown');
}

/** Makes a change, and tells every process if it changes what they remember. */
async function proved<Answer>(
  deps: EpayCallDeps,
  context: MemberPaymentContext,
  given: PaymentProof & { action: AuditAction },
  work: (tx: Tx) => Promise<ProvedChange<Answer> & { spreads: boolean }>,
): Promise<Answer> {
  const { memberNo } = context.session;
  const { answer, spreads } = await changeWithProof(deps, context, given, async (tx) => {
    const { answer, spreads, ...change } = await work(tx);
    return { object: memberNo.toString(), ...change, answer: { answer, spreads } };
  });
  if (spreads) await deps.epay.settings.spread(memberNo);
  return answer;
}

async function viewOf(
  { db, epay, platform, channels, publicUrl }: EpayCallDeps,
  memberNo: bigint,
  now: Date,
): Promise<EpaySettingsView> {
  const [settings, { epayAtRoot }, terms] = await Promise.all([
    epay.settings.read(memberNo),
    platform.settings(),
    channels.allTerms(memberNo),
  ]);
  // Without settings there are no requests of this door, and looking for them would read the member's whole log.
  const recent = settings ? await selectRecent(db.planned, memberNo) : [];
  const typeMap = settings?.typeMap ?? {};
  const byDefault = typesOf({}).flatMap((type) => {
    const channel = channelOf(type, {}, terms);
    return channel ? [[type, channel.code] as const] : [];
  });
  const previous = settings?.previous && settings.previous.until > now ? settings.previous : undefined;
  return {
    enabled: settings?.enabled ?? false,
    pid: memberNo.toString(),
    key: {
      hint: settings ? keyHint(settings.current.key) : null,
      state: settings ? (previous ? 'overlap' : 'active') : 'none',
      until: previous?.until.toISOString() ?? null,
    },
    address: `${publicUrl}${EPAY_PATH}/`,
    addresses: pluginFamilies.map((plugin) => ({ plugin, text: pastedAddress(plugin, publicUrl, epayAtRoot) })),
    typeMap: { ...Object.fromEntries(byDefault), ...typeMap },
    lastRequests: recent.map(({ at, path, orderNo, ip, error }) => ({
      at: at.toISOString(),
      path,
      orderNo,
      ip,
      result: error ?? 'ok',
    })),
  };
}
