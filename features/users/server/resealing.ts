/**
 * What a change of the master key does to passwords: nobody can hash them anew, so each says from then on whose pepper
 * it has.
 */
import { sql } from 'kysely';
import type { Tx } from '#foundation/server/postgres/database.ts';

/** In the moment of the change: all that say nothing yet were hashed under the key `formerId`. */
export async function updatePepperMarks(tx: Tx, formerId: string): Promise<void> {
  const mark = `former:${formerId}`;
  await sql`
    update users set
      password_hash = case when password_hash like '$%' then ${mark}::text || password_hash else password_hash end,
      pay_password_hash = case when pay_password_hash like '$%' then ${mark}::text || pay_password_hash else pay_password_hash end
    where password_hash like '$%' or pay_password_hash like '$%'`.execute(tx);
}
