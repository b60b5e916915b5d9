/** What the door answers to programs, and what the merchant's log shows of an answer. */
import { masked } from '#features/gateway/server/log/record.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import { epayTexts } from '../words.ts';
import type { Creation, EpayFile, EpayRefusal, EpayReply } from './context.ts';

type JsonReply = Extract<EpayReply, { kind: 'json' }>;

/** The reply of `mapi.php`. Clients compare `code` with a number and break on a long `trade_no` that is one. */
export function mapiReply(created: Creation): JsonReply {
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

export function refusedJson({ fault, values, retryAfterS }: EpayRefusal): JsonReply {
  const data = { code: fault === 'pid_missing' ? -4 : -1, msg: formatPhrase(epayTexts[fault], 'zh', values) };
  return { kind: 'json', data, ...(retryAfterS === undefined ? {} : { retryAfterS }) };
}

/** An answer in the merchant's log. */
export interface LoggedReply {
  httpStatus: number;
  reply: string | null;
}

/** `submit.php` answers a payer with a page; the log has what the page says, or where the payer was sent. */
export function loggedCreation(file: Exclude<EpayFile, 'api'>, created: Creation): LoggedReply {
  if (file === 'mapi') return loggedJson(mapiReply(created));
  if (created.outcome === 'created') return { httpStatus: 302, reply: `Location: ${created.payUrl}` };
  if (created.outcome === 'choose') return { httpStatus: 200, reply: null };
  const { fault, values, retryAfterS } = created.refusal;
  return {
    httpStatus: retryAfterS === undefined ? 200 : 429,
    reply: formatPhrase(epayTexts[fault], 'zh', values),
  };
}

/** Neither the key, which `api.php` sends back, nor a person's name. */
export function loggedJson({ data, retryAfterS }: JsonReply): LoggedReply {
  const reply = JSON.stringify(data, (name, value: unknown) => {
    if (name === 'key') return undefined;
    return name === 'username' && typeof value === 'string' ? masked('holder', value) : value;
  });
  return { httpStatus: retryAfterS === undefined ? 200 : 429, reply };
}
