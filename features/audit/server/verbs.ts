/** What the house may have the audit log do: write down what was done, in the transaction that does it. */
import type { Call } from '#foundation/core/calls.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';
import type { Client } from '#foundation/server/http/handlers.ts';
import type { Sealer } from '#foundation/server/secrets/sealing.ts';
import type { AuditAction } from '#features/audit-actions.ts';
import { AuditChain } from './chain.ts';
import { insertRow, lockEnd, selectLastDone, updateEnd } from './store.ts';

export interface AuditEntry {
  /** Who acted; null: nobody who was logged in, the platform itself. */
  userId: bigint | null;
  /** Whose account it concerns; null for what concerns no member, as an operator's own. */
  memberNo: bigint | null;
  action: AuditAction;
  /** What the action was about: a number, an id, a masked value; never a secret. */
  object?: string;
  /** `done` when left out. */
  result?: 'done' | 'refused';
  ip: string | null;
  /** Readable: `Chrome on Windows`. */
  device: string;
  at: Date;
  /** What the call in hand declares to record; undefined outside of calls. */
  declared?: readonly string[] | undefined;
}

export interface AuditVerbs {
  /**
   * Adds one row to the chain of whoever acted; the chain is theirs until the transaction ends, so it is best the last
   * thing in it.
   */
  record(tx: Tx, entry: AuditEntry): Promise<void>;
  /** When this user last did one of these to this member's account since then. */
  lastDone(on: Queryable, done: Done): Promise<Date | undefined>;
}

export interface Done {
  userId: bigint;
  memberNo: bigint;
  actions: readonly AuditAction[];
  since: Date;
}

export function auditVerbs({ sealer }: { sealer: Sealer }): AuditVerbs {
  const chain = new AuditChain(sealer);
  return {
    async record(tx, { userId, memberNo, action, object = '', result = 'done', ip, device, at, declared }) {
      if (declared && !declared.includes(action))
        throw new Error(`${action} is recorded by a call that does not declare it`);
      const end = await lockEnd(tx, userId ?? PLATFORM_CHAIN);
      const row = { chain: end.chain, seq: end.seq + 1n, memberNo, action, object, result, ip, device, createdAt: at };
      const hash = chain.hashOf(end.hash, row);
      await insertRow(tx, { ...row, hash });
      const next = { chain: row.chain, seq: row.seq, hash };
      await updateEnd(tx, { ...next, seal: chain.sealOf(next) });
    },
    lastDone: (on, done) => selectLastDone(on, done),
  };
}

const PLATFORM_CHAIN = 0n;

/** A call as the log sees it. */
export type RecordingCall = Pick<Call, 'who' | 'audit'>;

/** A handler's ask, or a user who is not logged in yet. */
interface Acting {
  session: { userId: bigint; memberNo: bigint | null };
  client: Pick<Client, 'ip' | 'device'>;
  now: Date;
  /** Undefined outside of calls. */
  call: RecordingCall | undefined;
}

/** Who acts, on their own account, from where and when: of a handler's ask. */
export function actorOf({
  session,
  client,
  now,
  call,
}: Acting): Pick<AuditEntry, 'userId' | 'memberNo' | 'ip' | 'device' | 'at' | 'declared'> {
  return {
    userId: session.userId,
    memberNo: session.memberNo,
    ip: client.ip,
    device: client.device,
    at: now,
    declared: call && (call.audit ?? []),
  };
}
