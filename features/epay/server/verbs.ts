/**
 * The ePay door's public API: answers plugins, writes this protocol's notifications and returns, and holds a member's
 * settings and key.
 */
import type { RequestExplainer } from '#features/gateway/server/log/inspecting.ts';
import { pickLanguage } from '#foundation/server/http/negotiation.ts';
import type { Logger } from '#foundation/server/process/log.ts';
import { answeringApi } from './api.ts';
import { type CheckVerbs, pluginCheck } from './checking.ts';
import type { EpayDeps, EpayRefusal, EpayReply, EpayRequest, RequestHeaders } from './context.ts';
import { creating, standingsOf, turns } from './creating.ts';
import { explaining } from './explaining.ts';
import { notifying, type NotifyingVerbs } from './notifying.ts';
import { choicePage, errorPage } from './pages.ts';
import { type Received, receivedFields } from './received.ts';
import { mapiReply, refusedJson } from './replies.ts';
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
  headers: RequestHeaders;
  style: string;
}

export interface EpayVerbs extends NotifyingVerbs, CheckVerbs, RequestExplainer {
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
    {
      ip,
      acceptLanguage,
      headers,
      style,
      pickedType,
    }: Omit<ChoiceRequest, 'request' | 'type'> & { pickedType?: string },
  ): Promise<EpayReply> => {
    if (!received.ok) return page({ fault: received.fault }, acceptLanguage, style);
    const created = await create({ file: 'submit', fields: received.fields, ip, headers, pickedType });
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
    ...explaining(deps, settings),
    async answer({ file, query, body, ip, acceptLanguage, headers }, style) {
      const received = receivedFields(query, body);
      if (file === 'submit') return submitted(received, { ip, acceptLanguage, headers, style });
      if (!received.ok) return refusedJson({ fault: received.fault });
      return file === 'api'
        ? answerApi({ fields: received.fields, ip, headers })
        : mapiReply(await create({ file, fields: received.fields, ip, headers }));
    },
    choose: ({ request, type, ...from }) => submitted(decodedFields(request), { ...from, pickedType: type }),
    isAtRoot: async () => (await deps.platform.settings()).epayAtRoot,
  };
}

function encodedFields(fields: Readonly<Record<string, string>>): string {
  return Buffer.from(new URLSearchParams(fields).toString()).toString('base64url');
}

function decodedFields(request: string): Received {
  return receivedFields('', Buffer.from(request, 'base64url'));
}
