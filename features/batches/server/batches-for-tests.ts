/** Merchants who pay by table, on a real server with the sandbox behind it. Only tests import this. */
import { PIN } from '#features/cards/server/cards-for-tests.ts';
import type { DisbursementVerbs } from '#features/disbursements/server/verbs.ts';
import { type Merchant, withdrawalApp } from '#features/disbursements/server/withdrawal-calls-for-tests.ts';
import { exportHandlers } from '#features/exports/server/calls.ts';
import { everyKindAs, noFileJobs } from '#features/exports/server/kinds-for-tests.ts';
import type { Envelope } from '#foundation/core/envelope.ts';
import { CONSOLE_BASE } from '#foundation/server/http/console-api.ts';
import type { RowTexts } from '../columns.ts';
import type { Batch, BatchDraft, BatchPayout } from '../contract.ts';
import { batchHandlers } from './calls.ts';
import { batchExport } from './export.ts';
import { type BatchVerbs, batchVerbs } from './verbs.ts';

/** No fee, any amount. */
export const freeTerms = {
  percentE4: 0,
  fixedMinor: 0n,
  minFeeMinor: null,
  maxFeeMinor: null,
  minAmountMinor: 1n,
  maxAmountMinor: 10n ** 12n,
  reviewFromMinor: null,
  window: null,
  enabled: true,
};

/** Callers must `close` it, which also reports errors in the books. */
export async function batchApp() {
  let batches: BatchVerbs | undefined;
  const at = await withdrawalApp({
    more(built) {
      batches = batchVerbs({ ...built, systemNumbers: built.numbers });
      return [
        batchHandlers({ ...built, batches }),
        exportHandlers({ ...built, kinds: everyKindAs(batchExport(built)), downloads: noFileJobs }),
      ];
    },
  });
  if (!batches) throw new Error('nothing was built');
  const { app } = at;
  let requests = 0;
  const raw = (
    method: 'GET' | 'POST',
    { person }: Pick<Merchant, 'person'>,
    path: string,
    payload?: object | string,
    headers: object = {},
  ) =>
    app.server.inject({
      method,
      url: CONSOLE_BASE + path,
      remoteAddress: '198.51.100.1',
      headers: {
        'accept-language': 'en',
        ...(person.token === undefined ? {} : { 'x-token': person.token }),
        ...headers,
      },
      ...(payload === undefined ? {} : { payload }),
    });
  return {
    ...at,
    batches,
    raw,
    setTerms: (
      { memberNo }: Merchant,
      changes: Partial<typeof freeTerms> | { reviewFromMinor: bigint } = {},
      kind: 'payout' | 'withdrawal' = 'payout',
    ) => app.db.transaction((tx) => at.disbursements.setTerms(tx, memberNo, kind, { ...freeTerms, ...changes })),
    validate: ({ person }: Merchant, rows: readonly Partial<RowTexts>[]) =>
      person.post<BatchDraft>('/batch/validate', { rows }),
    async upload(who: Merchant, bytes: Uint8Array, headers: object = {}): Promise<Envelope<BatchDraft>> {
      const form = new FormData();
      form.append('file', new Blob([Uint8Array.from(bytes)]), 'rows.bin');
      return (await raw('POST', who, '/batch/validate', form, headers)).json();
    },
    submit: ({ person }: Pick<Merchant, 'person'>, rows: readonly Partial<RowTexts>[], changes: object = {}) =>
      person.post<{ batchNo: string }>('/batch/submit', {
        rows,
        requestId: `b${(requests += 1)}`,
        payPassword: PIN,
        ...changes,
      }),
    list: ({ person }: Merchant, page: object = {}) =>
      person.post<{ total: number; list: Batch[] }>('/batch/list', page),
    detail: ({ person }: Merchant, batchNo: string, page: object = {}) =>
      person.post<{ total: number; list: BatchPayout[]; extend: Batch }>('/batch/detail', { batchNo, ...page }),
    async money({ memberNo }: Merchant): Promise<{ wallet: bigint; transit: bigint }> {
      const { rows } = await app.db.pool.query<{ wallet: bigint; transit: bigint }>(
        'select wallet, transit from wallets where member_no = $1',
        [memberNo],
      );
      if (!rows[0]) throw new Error('no wallet');
      return rows[0];
    },
    /** The verbs of another process on the same database. */
    batchesOf: (disbursements: DisbursementVerbs) => batchVerbs({ ...app, systemNumbers: app.numbers, disbursements }),
  };
}
