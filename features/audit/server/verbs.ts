/** Public API of the audit feature: records actions in the transaction that performs them. */
import type { Call } from '#foundation/core/calls.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';
import type { Client } from '#foundation/server/http/handlers.ts';
import type { Sealer } from '#foundation/server/secrets/sealing.ts';
import type { AuditAction } from '#features/audit-actions.ts';
import { AuditChain } from './chain.ts';
import { insertRow, lockEnd, selectLastDone, updateEnd } from './store.ts';

export interface AuditEntry {
  /** The user who acted; null for the platform itself. */
  userId: bigint | null;
  /** The member whose account it concerns; null if none, as for an operator's own account. */
  memberNo: bigint | null;
  action: AuditAction;
  /** What the action was about: a number, an id or a masked value, never a secret. */
  object?: string;
  /** `done` by default. */
  result?: 'done' | 'refused';
  ip: string | null;
  /** Readable: `Chrome on Windows`. */
  device: string;
  at: Date;
  /** The actions that the current call declares; undefined outside of calls. */
  declared?: readonly string[] | undefined;
}

export interface AuditVerbs {
  /** Adds one row to the acting user's chain. The chain stays locked until the transaction ends, so call this last. */
  record(tx: Tx, entry: AuditEntry): Promise<void>;
  /** When this user last did one of the actions to this member's account, if it was after `since`. */
  lastDone(on: Queryable, done: ActionsQuery): Promise<Date | undefined>;
}

export interface ActionsQuery {
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

/** The parts of a call's contract that the log needs. */
export type RecordingCall = Pick<Call, 'who' | 'audit'>;

/** A handler's context, or the same for a user who is not logged in yet. */
interface Acting {
  session: { userId: bigint; memberNo: bigint | null };
  client: Pick<Client, 'ip' | 'device'>;
  now: Date;
  /** Undefined outside of calls. */
  call: RecordingCall | undefined;
}

/** The audit fields of a handler's context: who acts, on their own account, from where and when. */
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
