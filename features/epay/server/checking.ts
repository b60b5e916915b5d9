/**
 * The one-press check of the console: plays a shop's plugin against this very server. It signs orders with the member's
 * key, pays one in the sandbox, and gets the notification at an address of ours, which verifies it as a plugin does.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { epaySignatureOf, epaySigned, epayText } from '#features/callbacks/server/epay-protocol.ts';
import { addressList } from '#features/merchant-keys/rules.ts';
import { formatAmount } from '#foundation/core/money.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import type { Language } from '#foundation/core/words.ts';
import { OutgoingError } from '#foundation/server/outgoing/outgoing.ts';
import { equalBytes } from '#foundation/server/secrets/sealing.ts';
import type { checkSteps } from '../contract.ts';
import { channelOf, checkAddress, memberNoOf, typesOf } from '../rules.ts';
import { checkTexts, epayTexts } from '../words.ts';
import type { Creation, EpayDeps, EpayFile } from './context.ts';
import type { CreateOrder } from './creating.ts';
import { receivedFields } from './received.ts';
import { acceptedKeys, type EpaySettings, type EpaySettingsVerbs } from './settings.ts';

export interface CheckStep {
  step: (typeof checkSteps)[number];
  state: 'ok' | 'failed' | 'skipped';
  /** Why it failed or was skipped. */
  text: string;
  orderNo: string;
}

export interface CheckVerbs {
  /** Undefined if the door is off. */
  check(memberNo: bigint, from: { ip: string; language: Language }): Promise<CheckStep[] | undefined>;
  /** Verifies a notification as a plugin does. `pid`: whose check it is. */
  checkNotification(pid: string, query: string): Promise<boolean>;
}

interface CheckDeps {
  deps: EpayDeps;
  settings: EpaySettingsVerbs;
  create: CreateOrder;
}

const MAX_NOTIFY_MS = 15_000;
const LOOK_EVERY_MS = 200;

export function pluginCheck({ deps, settings, create }: CheckDeps): CheckVerbs {
  return {
    async check(memberNo, { ip, language }) {
      const found = await settings.read(memberNo);
      if (!found?.enabled) return undefined;
      const from = { deps, create, settings: found, language, ip: await allowedAddress(deps, memberNo, ip) };
      const made = await createdBy('mapi', from);
      const submitted = await createdBy('submit', from);
      const steps = [made.step, submitted.step];
      if (made.creation?.outcome !== 'created') return steps;
      const { payUrl, order } = made.creation;
      const step = (name: 'pay' | 'notify', state: CheckStep['state'], word?: keyof typeof checkTexts): CheckStep => ({
        step: name,
        state,
        text: word ? formatPhrase(checkTexts[word], language) : '',
        orderNo: order.orderNo,
      });
      if (!payUrl.startsWith(`${deps.publicUrl}/cashier/`)) return [...steps, step('pay', 'skipped', 'not_sandbox')];
      if (!(await paid(deps, payUrl))) return [...steps, step('pay', 'failed', 'not_paid')];
      const isTold = await isDelivered(deps, memberNo, order.systemNo);
      return [...steps, step('pay', 'ok'), isTold ? step('notify', 'ok') : step('notify', 'failed', 'not_told')];
    },

    async checkNotification(pid, query) {
      const memberNo = memberNoOf(pid);
      const received = receivedFields(query, new Uint8Array());
      if (memberNo === undefined || !received.ok || received.fields['pid'] !== pid) return false;
      const found = await settings.find(memberNo);
      if (!found || received.fields['trade_status'] !== 'TRADE_SUCCESS') return false;
      const text = epayText(received.fields);
      return acceptedKeys(found, deps.clock.now()).some(({ key }) =>
        equalBytes(Buffer.from(epaySignatureOf(text, key)), Buffer.from(received.fields['sign'] ?? '')),
      );
    },
  };
}

interface Played {
  deps: EpayDeps;
  create: CreateOrder;
  settings: EpaySettings;
  language: Language;
  ip: string;
}

async function createdBy(
  file: Exclude<EpayFile, 'api'>,
  { deps, create, settings, language, ip }: Played,
): Promise<{ step: CheckStep; creation: Creation | undefined }> {
  const { memberNo, typeMap, current } = settings;
  const orderNo = `CHECK-${deps.clock.now().getTime().toString(36)}-${file}`;
  const channels = await deps.channels.allTerms(memberNo);
  const way = typesOf(typeMap)
    .map((type) => ({ type, channel: channelOf(type, typeMap, channels) }))
    .find(({ channel }) => channel !== undefined);
  if (!way?.channel) {
    const text = formatPhrase(checkTexts.no_type, language);
    return { step: { step: file, state: 'failed', text, orderNo }, creation: undefined };
  }
  const { currency } = await deps.platform.settings();
  const fields = epaySigned(
    {
      pid: memberNo.toString(),
      type: way.type,
      out_trade_no: orderNo,
      notify_url: checkAddress(deps.publicUrl, memberNo),
      name: 'Check',
      money: formatAmount(way.channel.minAmountMinor, currency),
      clientip: ip,
    },
    current.key,
  );
  const creation = await create({ file, fields, ip, headers: {} });
  if (creation.outcome !== 'refused') return { step: { step: file, state: 'ok', text: '', orderNo }, creation };
  const { fault, values } = creation.refusal;
  return {
    step: { step: file, state: 'failed', text: formatPhrase(epayTexts[fault], language, values), orderNo },
    creation,
  };
}

/** An address that the member's list of request IPs allows: the caller's own, or the first of the list. */
async function allowedAddress({ keys }: EpayDeps, memberNo: bigint, ip: string): Promise<string> {
  const addresses = await keys.find(memberNo);
  if (!addresses || addresses.isAddressAllowed(ip)) return ip;
  const [first = ip] = (addresses.requestIps[0] ?? ip).split('/', 1);
  return addressList(addresses.requestIps)(first) ? first : ip;
}

/** Presses "pay" on the sandbox's page. */
async function paid({ outgoing }: EpayDeps, payUrl: string): Promise<boolean> {
  try {
    const reply = await outgoing.request({
      method: 'POST',
      url: `${payUrl}/pay`,
      headers: { accept: 'application/json' },
    });
    return reply.status === 200;
  } catch (error) {
    if (error instanceof OutgoingError) return false;
    throw error;
  }
}

async function isDelivered({ callbacks }: EpayDeps, memberNo: bigint, systemNo: bigint): Promise<boolean> {
  const endsAt = performance.now() + MAX_NOTIFY_MS;
  while (performance.now() < endsAt) {
    const state = await callbacks.stateOf(memberNo, systemNo, 'payin');
    if (state?.status === 'delivered') return true;
    if (state && state.attempts > 0) return false;
    await wait(LOOK_EVERY_MS);
  }
  return false;
}
