/**
 * The ePay door's public API: answers plugins, writes this protocol's notifications and returns, and holds a member's
 * settings and key.
 */
import { formatPhrase } from '#foundation/core/phrase.ts';
import { pickLanguage } from '#foundation/core/words.ts';
import type { Logger } from '#foundation/server/process/log.ts';
import { epayTexts } from '../words.ts';
import { answeringApi } from './api.ts';
import { type CheckVerbs, pluginCheck } from './checking.ts';
import type { EpayDeps, EpayRefusal, EpayReply, EpayRequest } from './context.ts';
import { type Creation, creating, standingsOf, turns } from './creating.ts';
import { notifying, type NotifyingVerbs } from './notifying.ts';
import { choicePage, errorPage } from './pages.ts';
import { type Received, receivedFields } from './received.ts';
import { epaySettings, type EpaySettingsVerbs } from './settings.ts';

export const EPAY_PATH = '/epay';
/** Where a payer goes who picks a way to pay. */
export const CHOICE_PATH = `${EPAY_PATH}/pay`;
/** Where the console's check gets its notification. */
export const CHECK_PATH = `${EPAY_PATH}/check`;

export interface ChoiceRequest {
  /** The shop's signed fields, as the page handed them on. */
  request: string;
  type: string;
  ip: string;
  acceptLanguage: string | undefined;
  style: string;
}

export interface EpayVerbs extends NotifyingVerbs, CheckVerbs {
  log: Logger;
  settings: EpaySettingsVerbs;
  /** Never rejects because of what a plugin sends. `style`: the address of the pages' style sheet. */
  answer(request: EpayRequest, style: string): Promise<EpayReply>;
  /** Creates the order of a payer who picked a way to pay. */
  choose(request: ChoiceRequest): Promise<EpayReply>;
  /** Whether the three files are at the root too. */
  isAtRoot(): Promise<boolean>;
}

export function epayVerbs(deps: EpayDeps): EpayVerbs {
  const settings = epaySettings(deps);
  const shared = { deps, settings, standings: standingsOf(deps), takeTurn: turns() };
  const create = creating(shared);
  const answerApi = answeringApi(shared);
  const check = pluginCheck({ deps, settings, create });

  const page = (refusal: EpayRefusal, acceptLanguage: string | undefined, style: string): EpayReply => ({
    kind: 'page',
    html: errorPage(refusal, { language: pickLanguage(acceptLanguage), style }),
    ...(refusal.retryAfterS === undefined ? {} : { retryAfterS: refusal.retryAfterS }),
  });
  const submitted = async (
    received: Received,
    { ip, acceptLanguage, style, pickedType }: Omit<ChoiceRequest, 'request' | 'type'> & { pickedType?: string },
  ): Promise<EpayReply> => {
    if (!received.ok) return page({ fault: received.fault }, acceptLanguage, style);
    const created = await create({ file: 'submit', fields: received.fields, ip, pickedType });
    if (created.outcome === 'created') return { kind: 'redirect', location: created.payUrl };
    if (created.outcome === 'refused') return page(created.refusal, acceptLanguage, style);
    const request = encodedFields(received.fields);
    const linkOf = (type: string): string => `${CHOICE_PATH}?type=${encodeURIComponent(type)}&request=${request}`;
    return { kind: 'page', html: choicePage(created, { language: pickLanguage(acceptLanguage), style }, linkOf) };
  };

  return {
    log: deps.log,
    settings,
    ...notifying(deps, settings),
    ...check,
    async answer({ file, query, body, ip, acceptLanguage }, style) {
      const received = receivedFields(query, body);
      if (file === 'submit') return submitted(received, { ip, acceptLanguage, style });
      if (!received.ok) return refusedJson({ fault: received.fault });
      return file === 'api'
        ? answerApi({ fields: received.fields, ip })
        : mapiReply(await create({ file, fields: received.fields, ip }));
    },
    choose: ({ request, type, ...from }) => submitted(decodedFields(request), { ...from, pickedType: type }),
    isAtRoot: async () => (await deps.platform.settings()).epayAtRoot,
  };
}

/** The reply of `mapi.php`. Clients compare `code` with a number and break on a long `trade_no` that is one. */
function mapiReply(created: Creation): EpayReply {
  if (created.outcome === 'refused') return refusedJson(created.refusal);
  if (created.outcome === 'choose') return refusedJson({ fault: 'type_missing' });
  const { order, payUrl, isQr } = created;
  return {
    kind: 'json',
    data: {
      code: 1,
      msg: 'succ',
      trade_no: order.systemNo.toString(),
      payurl: payUrl,
      ...(isQr ? { qrcode: order.qrContent } : {}),
    },
  };
}

function refusedJson({ fault, values, retryAfterS }: EpayRefusal): EpayReply {
  const data = { code: fault === 'pid_missing' ? -4 : -1, msg: formatPhrase(epayTexts[fault], 'zh', values) };
  return { kind: 'json', data, ...(retryAfterS === undefined ? {} : { retryAfterS }) };
}

function encodedFields(fields: Readonly<Record<string, string>>): string {
  return Buffer.from(new URLSearchParams(fields).toString()).toString('base64url');
}

function decodedFields(request: string): Received {
  return receivedFields('', Buffer.from(request, 'base64url'));
}
