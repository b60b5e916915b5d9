/**
 * What the house may do with uploaded pictures: keep one, give one out, claim one for good. The bytes lie sealed and
 * bound to file and user; who may see what is decided here and nowhere else.
 */
import { randomUUID } from 'node:crypto';
import { Turns } from '#features/users/server/turns.ts';
import type { Clock } from '#foundation/core/clock.ts';
import type { Session } from '#foundation/core/session.ts';
import type { Database, Tx } from '#foundation/server/database.ts';
import type { SealedPlace, Sealer } from '#foundation/server/sealing.ts';
import { isFileId } from '../rules.ts';
import { avatarOf, photoOf, type PictureFault } from './pictures.ts';
import { deleteAvatar, insertFile, selectFile, updateAvatar, updatePurpose } from './store.ts';

export interface FileVerbs {
  /** Checks and keeps a picture; its id, or what is wrong with it. */
  keep(owner: Pick<Session, 'userId' | 'memberNo'>, bytes: Uint8Array): Promise<{ id: string } | PictureFault>;
  /** Undefined for whoever may not see it, as for a file that is not there. */
  read(reader: Session, id: string): Promise<OpenedFile | undefined>;
  /**
   * Keeps these files of the user for a certification; answers those that are theirs and were free or kept for one
   * already.
   */
  claimPhotos(tx: Tx, userId: bigint, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * A free file of the user, made small; undefined when there is none. Takes its time, so never inside a transaction.
   */
  prepareAvatar(userId: bigint, id: string): Promise<PreparedAvatar | undefined>;
  /** Deletes what was the user's avatar. */
  dropAvatar(tx: Tx, userId: bigint, id: string): Promise<void>;
}

export interface OpenedFile {
  userId: bigint;
  memberNo: bigint | null;
  contentType: string;
  bytes: Buffer;
}

export interface PreparedAvatar {
  /** False when it was claimed or deleted meanwhile. */
  claim(tx: Tx): Promise<boolean>;
}

/** A picture being decoded takes up to some hundred megabytes. */
const DECODING = { atOnce: 2, mostWaiting: 20 };

export function fileVerbs({ db, clock, sealer }: { db: Database; clock: Clock; sealer: Sealer }): FileVerbs {
  const turns = new Turns(DECODING);
  return {
    async keep({ userId, memberNo }, bytes) {
      const photo = await turns.run(() => photoOf(bytes));
      if (typeof photo === 'string') return photo;
      const fileId = randomUUID();
      const bytesSealed = sealer.seal(photo, placeOf(fileId, userId));
      await insertFile(db.kysely, {
        fileId,
        userId,
        memberNo,
        purpose: null,
        contentType: 'image/webp',
        bytesSealed,
        createdAt: clock.now(),
      });
      return { id: fileId };
    },
    async read(reader, id) {
      const file = isFileId(id)
        ? await selectFile(db.kysely, id, reader.role === 'operator' ? null : reader.userId)
        : undefined;
      if (!file) return undefined;
      const { userId, memberNo, contentType, bytesSealed } = file;
      return { userId, memberNo, contentType, bytes: sealer.openBytes(bytesSealed, placeOf(id, userId)) };
    },
    claimPhotos: async (tx, userId, ids) =>
      new Set(await updatePurpose(tx, ids.filter(isFileId), userId, 'certification')),
    async prepareAvatar(userId, id) {
      const file = isFileId(id) ? await selectFile(db.kysely, id, userId) : undefined;
      if (!file || file.purpose !== null) return undefined;
      const small = await turns.run(() => avatarOf(sealer.openBytes(file.bytesSealed, placeOf(id, userId))));
      return { claim: (tx) => updateAvatar(tx, id, userId, sealer.seal(small, placeOf(id, userId))) };
    },
    dropAvatar: (tx, userId, id) => deleteAvatar(tx, id, userId),
  };
}

function placeOf(fileId: string, userId: bigint): SealedPlace {
  return { table: 'files', column: 'bytes_sealed', row: `${fileId}/${userId}` };
}
