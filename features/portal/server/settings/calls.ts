/**
 * Handlers of the settings and keys of a member's programs. A key is in the answers of `key` and `rotate` and in nothing
 * else: no log, no notice, no audit record. A change is answered when every process works by it.
 */
import type { AuditAction } from '#features/audit-actions.ts';
import type { PaymentProof } from '#features/accounts/server/credentials/payment-proof.ts';
import {
  changeWithProof,
  type MemberPaymentContext,
  type ProvedChange,
  type ProvedChangeDeps,
} from '#features/accounts/server/credentials/proved-change.ts';
import { GATEWAY_BASE } from '#features/gateway/contract.ts';
import type { GatewayVerbs } from '#features/gateway/server/verbs.ts';
import { addressList, signTypeNames } from '#features/merchant-keys/rules.ts';
import { factsOf, readPublicKey, type ReadPublicKey } from '#features/merchant-keys/server/public-keys.ts';
import { type KeyOverview, KeySettingsError, type MerchantKeyVerbs } from '#features/merchant-keys/server/verbs.ts';
import type { ParsedInputOf } from '#foundation/core/calls.ts';
import { type CallContext, handlers, type ServedContract } from '#foundation/server/http/handlers.ts';
import { checkStreamsOnCommit } from '#foundation/server/live/live.ts';
import type { Tx } from '#foundation/server/postgres/database.ts';
import { verifyText } from '@countinghouse/sdk/signing';
import { type ApiSettings, apiSettingsCalls } from '../../settings-contract.ts';

export interface ApiSettingsDeps extends ProvedChangeDeps {
  keys: MerchantKeyVerbs;
  gateway: Pick<GatewayVerbs, 'refusedAddresses'>;
  publicUrl: string;
}

type Calls = (typeof apiSettingsCalls)['calls'];

export function apiSettingsHandlers(deps: ApiSettingsDeps): ServedContract {
  const { keys } = deps;
  return handlers(apiSettingsCalls, {
    '/apisettings/get': (context) => settingsOf(deps, context),
    '/apisettings/update': (context, input) => update(deps, context, input),

    async '/apisettings/key'(context, input) {
      const { memberNo } = context.session;
      const md5Key = await proved(deps, context, { action: 'api_key_shown', ...input }, async (tx) => ({
        answer: await keys.reveal(tx, memberNo),
      }));
      return { md5Key };
    },

    async '/apisettings/rotate'(context, input) {
      const { memberNo } = context.session;
      const { overlapHours } = input;
      const md5Key = await proved(deps, context, { action: 'api_key_rotated', ...input }, async (tx) => ({
        answer: await keys.rotate(tx, memberNo, overlapHours),
        object: `overlap ${overlapHours} h`,
        notice: 'key_changed',
      }));
      await keys.spread(memberNo);
      return { md5Key };
    },

    async '/apisettings/endOverlap'(context, input) {
      const { memberNo } = context.session;
      const isEnded = await proved(deps, context, { action: 'api_key_ended', ...input }, async (tx) => {
        const answer = await keys.endOverlap(tx, memberNo);
        return { answer, isNothing: !answer, notice: 'key_ended' };
      });
      if (isEnded) await keys.spread(memberNo);
      return undefined;
    },

    '/apisettings/testKey'(context, { merchantPublicKey, text, signature }) {
      const { key } = readKey(context, merchantPublicKey);
      return { valid: verifyText(text, 'RSA-SHA256', signature.replace(/\s/g, ''), key) };
    },
  });
}

/** Gives the member keys first, if it has none. */
function proved<Answer>(
  deps: ApiSettingsDeps,
  context: MemberPaymentContext,
  given: PaymentProof & { action: AuditAction },
  work: (tx: Tx) => Promise<ProvedChange<Answer>>,
): Promise<Answer> {
  return changeWithProof(deps, context, given, async (tx) => {
    await deps.keys.ensure(tx, context.session.memberNo);
    return work(tx);
  });
}

type UpdateCall = Calls['/apisettings/update'];

async function update(
  deps: ApiSettingsDeps,
  context: CallContext<UpdateCall>,
  input: ParsedInputOf<UpdateCall>,
): Promise<ApiSettings> {
  const { keys } = deps;
  const { memberNo, userId } = context.session;
  const { merchantPublicKey, requestIps, loginIps, signTypes, notifyHosts, confirm } = input;
  const { ip } = context.client;
  const locksOut = loginIps !== undefined && loginIps.length > 0 && !addressList(loginIps.map(({ cidr }) => cidr))(ip);
  if (locksOut && !confirm)
    context.refuse('login_ip_excludes_you', { ip }, { loginIps: { word: 'login_ip_excludes_you', values: { ip } } });
  const publicKey = merchantPublicKey === '' ? null : merchantPublicKey;
  if (publicKey !== undefined && publicKey !== null) readKey(context, publicKey);
  const changed = await proved(deps, context, { action: 'api_settings_changed', ...input }, async (tx) => {
    const fields = await keys
      .change(tx, memberNo, { publicKey, requestIps, loginIps, signTypes, notifyHosts })
      .catch((error: unknown) => refuseSettings(context, error));
    if (fields.includes('loginIps')) await checkStreamsOnCommit(tx, userId);
    const object = fields.map((field) => (field === 'publicKey' ? 'merchantPublicKey' : field)).join(', ');
    return { answer: fields, isNothing: fields.length === 0, object, notice: 'api_settings_changed' };
  });
  if (changed.length > 0) await keys.spread(memberNo);
  return settingsOf(deps, context);
}

/** Reads a public key, or refuses with what is wrong with it. */
function readKey(
  context: Pick<CallContext<Calls['/apisettings/testKey']>, 'refuse' | 'wrongField'>,
  text: string,
): ReadPublicKey {
  const read = readPublicKey(text);
  if (typeof read !== 'string') return read;
  if (read === 'key_is_private' || read === 'key_weak')
    return context.refuse(read, {}, { merchantPublicKey: { word: read } });
  return context.wrongField('merchantPublicKey', read);
}

/** Answers with the first of the settings that can't be stored. */
function refuseSettings(context: Pick<CallContext<UpdateCall>, 'refuse' | 'wrongField'>, error: unknown): never {
  if (!(error instanceof KeySettingsError)) throw error;
  const [[field, word] = ['body', 'wrong']] = Object.entries(error.fields);
  if (word === 'md5_needs_ips') return context.refuse(word, {}, { [field]: { word } });
  return context.wrongField(field === 'publicKey' ? 'merchantPublicKey' : field, word);
}

const SHOWN_MS = 7 * 86_400_000;

async function settingsOf(
  deps: ApiSettingsDeps,
  { session: { memberNo }, client, now }: Pick<CallContext<Calls['/apisettings/get']>, 'session' | 'client' | 'now'>,
): Promise<ApiSettings> {
  const { keys, gateway, publicUrl } = deps;
  const [overview, platform, refused] = await Promise.all([
    keys.overview(memberNo),
    keys.platformKeys(),
    gateway.refusedAddresses(memberNo, new Date(now.getTime() - SHOWN_MS)),
  ]);
  const { bits, fingerprint } = factsOf(platform.publicKey);
  return {
    merchantNo: memberNo.toString(),
    gateway: `${publicUrl}${GATEWAY_BASE}`,
    platformPublicKey: platform.publicKeyPem,
    platformPublicKeyBits: bits,
    platformPublicKeyFingerprint: fingerprint,
    ...ownSettings(overview),
    yourIp: client.ip,
    refusedIps7d: refused.map(({ ip, count, lastAt }) => ({ ip, count, lastAt: lastAt.toISOString() })),
  };
}

type OwnSettings = Omit<
  ApiSettings,
  | 'merchantNo'
  | 'gateway'
  | 'platformPublicKey'
  | 'platformPublicKeyBits'
  | 'platformPublicKeyFingerprint'
  | 'yourIp'
  | 'refusedIps7d'
>;

function ownSettings({ publicKey, keys, uses, ...overview }: KeyOverview): OwnSettings {
  const timeOf = (at: Date | null | undefined): string | null => at?.toISOString() ?? null;
  return {
    signTypes: [...overview.signTypes],
    md5KeyHint: keys[0]?.hint ?? '',
    merchantPublicKey: publicKey?.pem ?? null,
    merchantPublicKeyBits: publicKey?.bits ?? null,
    merchantPublicKeyFingerprint: publicKey?.fingerprint ?? null,
    requestIps: [...overview.requestIps],
    loginIps: [...overview.loginIps],
    keys: keys.map(({ createdAt, until, lastUsedAt, ...key }) => ({
      ...key,
      createdAt: timeOf(createdAt),
      until: timeOf(until),
      lastUsedAt: timeOf(lastUsedAt),
    })),
    perSignType: signTypeNames.map((type) => {
      const use = uses.find((one) => one.type === type);
      return { type, lastUsedAt: timeOf(use?.lastUsedAt), requests7d: Number(use?.requests ?? 0n) };
    }),
    notifyHosts: [...overview.notifyHosts],
  };
}
