/** SQL of the table `agent_add_requests`: the requests by which agents added members. */
import { sql } from '#foundation/server/postgres/sql.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';

export interface AddRequest {
  agentNo: bigint;
  requestId: string;
  /** A keyed fingerprint of the whole request. */
  requestHash: Buffer;
}

/** Undefined if the agent has sent no request with this id. */
export async function selectAddRequest(
  on: Queryable,
  { agentNo, requestId }: Pick<AddRequest, 'agentNo' | 'requestId'>,
): Promise<{ requestHash: Buffer; addedNo: bigint } | undefined> {
  const { rows } = await sql<{ requestHash: Buffer; addedNo: bigint }>`
    select request_hash as "requestHash", added_no as "addedNo" from agent_add_requests
    where member_no = ${agentNo} and request_id = ${requestId}`.execute(on);
  return rows[0];
}

/** Waits for another transaction with the same id. Returns false if that one has added its member. */
export async function insertAddRequest(
  tx: Tx,
  { agentNo, requestId, requestHash }: AddRequest,
  at: Date,
): Promise<boolean> {
  const { rowCount } = await sql`
    insert into agent_add_requests (member_no, request_id, request_hash, created_at)
    values (${agentNo}, ${requestId}, ${requestHash}, ${at}) on conflict do nothing`.execute(tx);
  return rowCount === 1;
}

export async function updateAddRequest(
  tx: Tx,
  { agentNo, requestId }: Pick<AddRequest, 'agentNo' | 'requestId'>,
  addedNo: bigint,
): Promise<void> {
  await sql`
    update agent_add_requests set added_no = ${addedNo}
    where member_no = ${agentNo} and request_id = ${requestId}`.execute(tx);
}
