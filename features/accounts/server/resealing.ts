/** Key rotation for passwords: they can't be rehashed, so each hash is marked with the key whose pepper it uses. */
import { sql } from '#foundation/server/postgres/sql.ts';
import type { Tx } from '#foundation/server/postgres/database.ts';

/** Runs at the moment of the change: all unmarked hashes were made under the key `formerId`. */
export async function updatePepperMarks(tx: Tx, formerId: string): Promise<void> {
  const mark = `former:${formerId}`;
  await sql`
    update users set
      password_hash = case when password_hash like '$%' then ${mark}::text || password_hash else password_hash end,
      pay_password_hash = case when pay_password_hash like '$%' then ${mark}::text || pay_password_hash else pay_password_hash end,
      given_password_hash = case when given_password_hash like '$%' then ${mark}::text || given_password_hash else given_password_hash end
    where password_hash like '$%' or pay_password_hash like '$%' or given_password_hash like '$%'`.execute(tx);
}
