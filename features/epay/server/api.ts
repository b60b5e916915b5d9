/**
 * `api.php`: what a shop's program reads with its pid and key. The key travels in the address, so nothing here keeps or
 * logs the query. An unknown pid and a wrong key get the same answer after the same work.
 */
import { isOrderNo } from '#features/gateway/rules.ts';
import { parseSystemNo } from '#foundation/core/system-number.ts';
import { addDays, dayOf, startOfDay, wallTime } from '#foundation/core/time-zone.ts';
import { formatAmount } from '#foundation/core/money.ts';
import type { OrderStatus } from '#features/orders/statuses.ts';
import type { PlatformSettings } from '#features/platform/settings.ts';
import { memberNoOf, type ReceivedFields } from '../rules.ts';
import type { EpayDiagnosis } from '../diagnosis-words.ts';
import { apiTexts } from '../words.ts';
import type { EpayDeps, EpayRefusal, EpayReply, RequestHeaders } from './context.ts';
import type { StandingOf, TakeTurn } from './creating.ts';
import { noteRefusal, noteServed } from './noting.ts';
import { loggedJson, refusedJson } from './replies.ts';
import type { EpaySettingsVerbs } from './settings.ts';
import {
  type ApiOrder,
  selectApiOrder,
  selectApiOrders,
  selectOrderCounts,
  selectSettlementAccount,
  selectSettlements,
} from './store.ts';
import { keyNoOf } from './verification.ts';
import { WrongKeys } from './wrong-keys.ts';

interface ApiDeps {
  deps: EpayDeps;
  settings: EpaySettingsVerbs;
  standings: StandingOf;
  takeTurn: TakeTurn;
}

interface ApiRequest {
  fields: ReceivedFields;
  ip: string;
  headers: RequestHeaders;
}

type Answer = Readonly<Record<string, unknown>>;

interface Asked {
  fields: ReceivedFields;
  memberNo: bigint;
  platform: PlatformSettings;
  isActive: boolean;
  now: Date;
}

export type AnswerApi = (request: ApiRequest) => Promise<EpayReply>;

export function answeringApi({ deps, settings, standings, takeTurn }: ApiDeps): AnswerApi {
  const wrongKeys = new WrongKeys(deps.db);
  return async ({ fields, ip, headers }) => {
    const begin = performance.now();
    const now = deps.clock.now();
    const memberNo = memberNoOf(fields['pid'] ?? '');
    const pid = memberNo?.toString() ?? '';
    const tooMany = (waitMs: number): EpayReply =>
      refusedJson({ fault: 'rate', retryAfterS: Math.ceil(waitMs / 1000) });
    const waitMs = await wrongKeys.waitMs(pid, ip, now);
    if (waitMs > 0) return tooMany(waitMs);
    const found = memberNo === undefined ? undefined : await settings.find(memberNo);
    const keys = memberNo === undefined ? undefined : await deps.keys.find(memberNo);
    const keyNo = keyNoOf(fields['key'] ?? '', found, now);
    const request = { file: 'api', fields, ip, headers } as const;
    const verified = keyNo === undefined ? undefined : { keyNo };
    const noted = found && { request, settings: found, keys, verified, at: now, begin };
    const refuse = (no: EpayRefusal, answer = refusedJson(no), diagnosis?: EpayDiagnosis): EpayReply => {
      if (noted) noteRefusal(deps, noted, { ...no, ...(diagnosis ? { diagnosis } : {}), reply: loggedJson(answer) });
      return answer;
    };
    if (!found || !noted || keyNo === undefined) {
      const overMs = await wrongKeys.add(pid, ip, now);
      if (overMs > 0) return tooMany(overMs);
      return refuse({ fault: 'sign_wrong' }, json({ code: -3, msg: apiTexts.keyWrong }), 'key_wrong');
    }
    if (!found.enabled) return refuse({ fault: 'off' });
    if (keys && !keys.isAddressAllowed(ip)) return refuse({ fault: 'ip' });
    const platform = await deps.platform.settings();
    const retryAfterS = takeTurn(found.memberNo, 'api', platform, now);
    if (retryAfterS > 0) return refuse({ fault: 'rate', retryAfterS });
    const standing = await standings(found.memberNo);
    const act = fields['act'] ?? '';
    // A merchant that can't take payments can still read that it can't.
    if (act !== 'query' && standing?.state !== 'active') return refuse({ fault: 'banned' });
    const isActive = standing?.state === 'active' && standing.certification === 'approved';
    if (act !== 'query' && !isActive) return refuse({ fault: 'uncertified' });
    const answer = Object.hasOwn(acts, act) ? acts[act] : undefined;
    if (!answer) return refuse({ fault: 'malformed' }, json({ code: -5, msg: apiTexts.noAct }), 'act_unknown');
    const data = await answer(deps, { fields, memberNo: found.memberNo, platform, isActive, now });
    const diagnosis = refusedActs[String(data['msg'])];
    if (diagnosis) return refuse({ fault: 'malformed' }, json(data), diagnosis);
    noteServed(deps, noted, loggedJson(json(data)), platform.gatewayLogServedPerSecond);
    return json(data);
  };
}

/** The answers of acts that the log shows as refusals. */
const refusedActs: Readonly<Record<string, EpayDiagnosis | undefined>> = {
  [apiTexts.orderNoMissing]: 'number_missing',
  [apiTexts.orderUnknown]: 'order_unknown',
  [apiTexts.noRefunds]: 'refunds_off',
};

function json(data: Answer): { kind: 'json'; data: Answer } {
  return { kind: 'json', data };
}

type Act = (deps: EpayDeps, asked: Asked) => Promise<Answer>;

const acts: Readonly<Record<string, Act>> = {
  async query({ db, ledger }, { fields, memberNo, platform: { currency, timeZone }, isActive, now }) {
    const day = dayOf(now, timeZone);
    const days = { today: startOfDay(day, timeZone), yesterday: startOfDay(addDays(day, -1), timeZone) };
    const [{ availableMinor }, counts, account] = await Promise.all([
      ledger.balances(memberNo, currency, now),
      selectOrderCounts(db, memberNo, days),
      selectSettlementAccount(db, memberNo),
    ]);
    const [today, yesterday] = [Number(counts.today), Number(counts.yesterday)];
    return {
      code: 1,
      pid: Number(memberNo),
      key: fields['key'] ?? '',
      active: isActive ? 1 : 0,
      money: formatAmount(availableMinor, currency),
      type: account?.type === 'alipay' ? 1 : 4,
      account: account?.accountHint ?? '',
      username: account?.holder ?? '',
      orders: Number(counts.orders),
      order_today: today,
      orders_today: today,
      order_lastday: yesterday,
      orders_lastday: yesterday,
    };
  },

  async settle({ db }, { fields, memberNo, platform: { timeZone } }) {
    const found = await selectSettlements(db.planned, memberNo, pageOf(fields));
    return {
      code: 1,
      msg: apiTexts.settlements,
      data: found.map((one) => ({
        id: one.systemNo.toString(),
        money: formatAmount(one.amountMinor + one.feeMinor, one.currency),
        realmoney: formatAmount(one.amountMinor, one.currency),
        account: one.accountHint,
        username: one.holder,
        addtime: timeText(one.createdAt, timeZone),
        endtime: timeText(one.finishedAt, timeZone),
        status: one.status === 'paid' ? 1 : 0,
      })),
    };
  },

  async order({ db, orders }, { fields, memberNo, platform: { timeZone } }) {
    const [tradeNo, orderNo] = [fields['trade_no'] ?? '', fields['out_trade_no'] ?? ''];
    if (tradeNo === '' && orderNo === '') return { code: -4, msg: apiTexts.orderNoMissing };
    const systemNo = tradeNo === '' ? await numberOf(orders, memberNo, orderNo) : parseSystemNo(tradeNo);
    const order = systemNo === undefined ? undefined : await selectApiOrder(db, memberNo, systemNo);
    return order
      ? { code: 1, msg: apiTexts.order, ...shownOrder(order, memberNo, timeZone) }
      : { code: -1, msg: apiTexts.orderUnknown };
  },

  async orders({ db }, { fields, memberNo, platform: { timeZone } }) {
    const status = fields['status'] ?? '';
    const statuses = Object.hasOwn(statusesByNumber, status) ? (statusesByNumber[status] ?? null) : null;
    const found = await selectApiOrders(db.planned, memberNo, { statuses, ...pageOf(fields) });
    const data = found.map((order) => shownOrder(order, memberNo, timeZone));
    return { code: 1, msg: apiTexts.orders, count: data.length, data };
  },

  async refund() {
    return { code: -2, msg: apiTexts.noRefunds };
  },
};

async function numberOf(orders: EpayDeps['orders'], memberNo: bigint, orderNo: string): Promise<bigint | undefined> {
  // What can't be a number can have characters that the database can't read.
  return isOrderNo(orderNo) ? (await orders.find(memberNo, { orderNo }, 'payin'))?.systemNo : undefined;
}

const statusesByNumber: Readonly<Record<string, readonly OrderStatus[]>> = {
  '0': ['unpaid', 'expired'],
  '1': ['success'],
  '2': ['reversed'],
};

function shownOrder(order: ApiOrder, memberNo: bigint, timeZone: string): Answer {
  const status = order.status === 'success' ? 1 : order.status === 'reversed' ? 2 : 0;
  return {
    trade_no: order.systemNo.toString(),
    out_trade_no: order.orderNo,
    api_trade_no: order.upstreamNo ?? '',
    type: order.type,
    pid: Number(memberNo),
    addtime: timeText(order.createdAt, timeZone),
    endtime: timeText(order.paidAt, timeZone),
    name: order.name,
    money: order.money,
    param: order.param,
    buyer: '',
    status,
    trade_status: status === 1 ? 'TRADE_SUCCESS' : 'WAITING',
  };
}

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 50;
const MAX_OFFSET = 100_000;

/** `page` counts from 1; `offset` wins. */
function pageOf(fields: ReceivedFields): { limit: number; offset: number } {
  const limit = Math.min(MAX_LIMIT, Math.max(1, wholeNumber(fields['limit'], DEFAULT_LIMIT)));
  const page = Math.max(1, wholeNumber(fields['page'], 1));
  return { limit, offset: Math.min(MAX_OFFSET, wholeNumber(fields['offset'], (page - 1) * limit)) };
}

function wholeNumber(text: string | undefined, otherwise: number): number {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : otherwise;
}

/** `2026-11-20 12:00:00` in the platform's zone; empty without a time. */
function timeText(at: Date | null, timeZone: string): string {
  return at === null ? '' : new Date(wallTime(at, timeZone)).toISOString().slice(0, 19).replace('T', ' ');
}
