import { expect, test } from 'vitest';
import { readableSql } from './readable-sql.ts';

test.each([
  ["CHECK (kind = ANY (ARRAY['Payin'::text, 'recharge'::text]))", "check (kind in ('Payin', 'recharge'))"],
  ['CHECK (COALESCE(wallet, 0::bigint) = 0)', 'check (coalesce(wallet, 0) = 0)'],
  ["'{}'::bigint[]", "'{}'"],
  ['timestamp with time zone', 'timestamptz'],
  [
    "CREATE INDEX a ON public.orders USING btree (member_no DESC) WHERE (status = 'UNPAID'::text)",
    "create index a on orders (member_no desc) where (status = 'UNPAID')",
  ],
  [
    'CREATE UNIQUE INDEX a ON ONLY public.orders USING gin (uplines)',
    'create unique index a on orders using gin (uplines)',
  ],
  ['FOREIGN KEY (member_no) REFERENCES members(member_no)', 'foreign key (member_no) references members(member_no)'],
  ["CHECK (code ~ '^[A-Z]{2}$'::text AND name <> 'it''s'::text)", "check (code ~ '^[A-Z]{2}$' and name <> 'it''s')"],
  ["state <> ALL (ARRAY['a'::text])", "state not in ('a')"],
  ['amount::text', 'amount::text'],
])('%s becomes %s', (printed, written) => {
  expect(readableSql(printed)).toBe(written);
});
