/**
 * Handlers of the console's calls about the ePay door. What changes it or shows its key takes the payment proof, and adds
 * the audit record in the same transaction.
 */
import type { AuditAction } from '#features/audit-actions.ts';
import { actorOf } from '#features/audit/server/verbs.ts';
import type { NoticeKind } from '#features/notice-kinds.ts';
import type { NoticeVerbs } from '#features/notices/server/verbs.ts';
import type { ChannelVerbs } from '#features/channels/server/verbs.ts';
import {
  checkPaymentProof,
  type PaymentContext,
  type PaymentProof,
  type PaymentProofDeps,
} from '#features/accounts/server/credentials/payment-proof.ts';
import type { PlatformSettings } from '#features/platform/settings.ts';
import type { MemberSession } from '#foundation/core/session.ts';
import { type ServedContract, type CallContext, handlers } from '#foundation/server/http/handlers.ts';
import { type AttemptLimit, takeAttempt } from '#foundation/server/postgres/attempt-windows.ts';
import type { Database, Tx } from '#foundation/server/postgres/database.ts';
import { epayCalls, type EpaySettingsView } from '../contract.ts';
import { channelOf, pastedAddress, pluginFamilies, typesOf } from '../rules.ts';
import { selectRecent } from './store.ts';
import { EPAY_PATH, type EpayVerbs } from './verbs.ts';

export interface EpayCallDeps extends PaymentProofDeps {
  db: Database;
  epay: EpayVerbs;
  notices: NoticeVerbs;
  platform: { settings(): Promise<PlatformSettings> };
  channels: Pick<ChannelVerbs, 'allTerms'>;
  publicUrl: string;
}

/** Each check makes two orders, and can wait for its notification. */
const checkLimit: AttemptLimit = { scope: 'epay_check', tries: 6, windowMs: 60_000 };

type Calls = (typeof epayCalls)['calls'];
type Context = PaymentContext & { readonly session: MemberSession };

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
      await proven(deps, context, {
        proof: { action: 'epay_changed', payPassword, verifyType, verifyCode },
        notice: 'epay_changed',
        spreads: true,
        work: (tx) => epay.settings.change(tx, memberNo, changes),
      });
      return viewOf(deps, memberNo, context.now);
    },

    async '/apisettings/epayKey'(context, input) {
      const { memberNo } = context.session;
      const epayKey = await proven(deps, context, {
        proof: { action: 'epay_key_shown', ...input },
        // The first time makes the key.
        spreads: (await epay.settings.read(memberNo)) === undefined,
        work: (tx) => epay.settings.key(tx, memberNo),
      });
      return { epayKey };
    },

    async '/apisettings/epayRotate'(context, { overlapHours, ...input }) {
      const { memberNo } = context.session;
      const epayKey = await proven(deps, context, {
        proof: { action: 'epay_key_rotated', ...input },
        notice: 'epay_key_changed',
        spreads: true,
        work: (tx) => epay.settings.rotate(tx, memberNo, overlapHours),
      });
      return { epayKey };
    },

    async '/apisettings/epayEndOverlap'(context, input) {
      const { memberNo } = context.session;
      await proven(deps, context, {
        proof: { action: 'epay_overlap_ended', ...input },
        notice: 'epay_key_changed',
        spreads: true,
        work: (tx) => epay.settings.endOverlap(tx, memberNo),
      });
      return undefined;
    },

    async '/apisettings/epayCheck'({ session, client, language, now, refuse }) {
      const attempt = await takeAttempt(deps.db.kysely, checkLimit, session.memberNo.toString(), now);
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

interface Proven<Result> {
  proof: PaymentProof & { action: AuditAction };
  notice?: NoticeKind;
  /** Whether it changes what processes remember. */
  spreads: boolean;
  work(tx: Tx): Promise<Result>;
}

/** The audit record comes last, because it locks the user's audit chain until the transaction ends. */
async function proven<Result>(
  deps: EpayCallDeps,
  context: Context,
  { proof, notice, spreads, work }: Proven<Result>,
): Promise<Result> {
  const { memberNo, userId } = context.session;
  const step = await checkPaymentProof(deps, context, proof);
  const result = await deps.db.transaction(async (tx) => {
    await deps.factors.spendSecondStep(tx, context, step);
    const done = await work(tx);
    if (notice) await deps.notices.add(tx, { userId, kind: notice, at: context.now });
    await deps.audit.record(tx, { ...actorOf(context), action: proof.action, object: memberNo.toString() });
    return done;
  });
  if (spreads) await deps.epay.settings.spread(memberNo);
  return result;
}

async function viewOf(
  { db, epay, platform, channels, publicUrl }: EpayCallDeps,
  memberNo: bigint,
  now: Date,
): Promise<EpaySettingsView> {
  const [settings, { epayAtRoot }, terms, recent] = await Promise.all([
    epay.settings.read(memberNo),
    platform.settings(),
    channels.allTerms(memberNo),
    selectRecent(db.planned, memberNo),
  ]);
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
      hint: settings ? hintOf(settings.current.key) : null,
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

function hintOf(key: string): string {
  return `${key.slice(0, 4)}…${key.slice(-4)}`;
}
