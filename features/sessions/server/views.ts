/**
 * An operator reads as a member: its calls are answered as to the member's own user, the endpoint refuses those that
 * change anything, and each one is logged in the operator's chain before it is answered.
 */
import { randomUUID } from 'node:crypto';
import type { AuditVerbs } from '#features/audit/server/verbs.ts';
import type { Session } from '#foundation/core/session.ts';
import type { ViewedCall } from '#foundation/server/http/console-api.ts';
import type { Client } from '#foundation/server/http/handlers.ts';
import type { Database, Tx } from '#foundation/server/postgres/database.ts';
import { newToken, sha256 } from '#foundation/server/secrets/sealing.ts';
import { VIEW_MS } from '../rules.ts';
import { insertView, updateViewsEnded } from './store.ts';

export interface ViewDeps {
  db: Database;
  audit: Pick<AuditVerbs, 'record'>;
}

/**
 * Opens a session in which an operator reads as this user. It works only together with the operator's own session: with
 * its second half, and until it ends.
 */
export async function openView(
  tx: Tx,
  userId: bigint,
  { session, client, now }: { session: Pick<Session, 'userId' | 'sessionId'>; client: Client; now: Date },
): Promise<{ token: string; expiresAt: Date }> {
  const token = newToken();
  const expiresAt = new Date(now.getTime() + VIEW_MS);
  await insertView(tx, {
    tokenHash: sha256(token),
    sessionId: randomUUID(),
    userId,
    viewedBy: session.userId,
    viewedIn: session.sessionId,
    createdAt: now,
    expiresAt,
    ip: client.ip,
    device: client.device,
  });
  return { token, expiresAt };
}

/** Ends what `openView` opened in this session, and returns how many were open. */
export function endViews(tx: Tx, { sessionId }: Pick<Session, 'sessionId'>, now: Date): Promise<number> {
  return updateViewsEnded(tx, sessionId, now);
}

export async function logView({ db, audit }: ViewDeps, { session, path, client, now }: ViewedCall): Promise<void> {
  await db.transaction((tx) =>
    audit.record(tx, {
      userId: session.viewedBy.userId,
      memberNo: session.memberNo,
      action: 'member_viewed',
      object: `${session.memberNo} ${path}`,
      ip: client.ip,
      device: client.device,
      at: now,
    }),
  );
}
