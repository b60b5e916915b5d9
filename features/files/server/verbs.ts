/**
 * Public API of the files feature: store a picture, read one, claim one for good. The bytes are sealed and bound to
 * file and user. All access to pictures is decided here.
 */
import { randomUUID } from 'node:crypto';
import { TaskQueue } from '#features/accounts/server/credentials/task-queue.ts';
import type { Clock } from '#foundation/core/clock.ts';
import type { Session } from '#foundation/core/session.ts';
import type { Database, Queryable, Tx } from '#foundation/server/postgres/database.ts';
import { type SealedPlace, type Sealer, sha256 } from '#foundation/server/secrets/sealing.ts';
import { isFileId } from '../rules.ts';
import { avatarOf, logoOf, photoOf, type PictureFault } from './pictures.ts';
import { deleteAvatar, insertFile, selectFile, updateAvatar, updatePurpose } from './store.ts';

export interface FileVerbs {
  /** Checks and stores a picture; returns its id, or what is wrong with it. */
  keep(owner: Pick<Session, 'userId' | 'memberNo'>, bytes: Uint8Array): Promise<{ id: string } | PictureFault>;
  /** Undefined if the file does not exist or the reader must not see it. */
  read(user: Session, id: string): Promise<OpenedFile | undefined>;
  /**
   * Keeps these files of the user for a certification. Returns the ids that belong to the user and were free or already
   * kept for one.
   */
  claimPhotos(tx: Tx, userId: bigint, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Digests of the user's stored pictures among these. Equal pictures have equal ones. */
  digests(on: Queryable, userId: bigint, ids: readonly string[]): Promise<string[]>;
  /**
   * Shrinks a free file of the user to avatar size. Undefined if there is no such file. Slow, so never call it inside a
   * transaction.
   */
  prepareAvatar(userId: bigint, id: string): Promise<PreparedAvatar | undefined>;
  /** A free file of the user as a small picture for all to see. Undefined if there is no such file. Slow. */
  logoOf(userId: bigint, id: string): Promise<Buffer | undefined>;
  /** Deletes the user's previous avatar. */
  dropAvatar(tx: Tx, userId: bigint, id: string): Promise<void>;
}

export interface OpenedFile {
  userId: bigint;
  memberNo: bigint | null;
  contentType: string;
  bytes: Buffer;
}

export interface PreparedAvatar {
  /** Returns false if the file was claimed or deleted meanwhile. */
  claim(tx: Tx): Promise<boolean>;
}

/** Decoding a picture takes up to a few hundred megabytes. */
const DECODING = { atOnce: 2, maxWaiting: 20 };

export function fileVerbs({ db, clock, sealer }: { db: Database; clock: Clock; sealer: Sealer }): FileVerbs {
  const turns = new TaskQueue(DECODING);
  return {
    async keep({ userId, memberNo }, bytes) {
      const photo = await turns.run(() => photoOf(bytes));
      if (typeof photo === 'string') return photo;
      const fileId = randomUUID();
      const bytesSealed = sealer.seal(photo, placeOf(fileId, userId));
      await insertFile(db, {
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
    async read(user, id) {
      const seesAll = user.role === 'operator' && user.rights.has('certifications.view');
      const file = isFileId(id) ? await selectFile(db, id, seesAll ? null : user.userId) : undefined;
      if (!file) return undefined;
      const { userId, memberNo, contentType, bytesSealed } = file;
      return { userId, memberNo, contentType, bytes: sealer.openBytes(bytesSealed, placeOf(id, userId)) };
    },
    claimPhotos: async (tx, userId, ids) =>
      new Set(await updatePurpose(tx, ids.filter(isFileId), userId, 'certification')),
    async digests(on, userId, ids) {
      const found: string[] = [];
      for (const id of ids.filter(isFileId)) {
        const file = await selectFile(on, id, userId);
        if (file) found.push(sha256(sealer.openBytes(file.bytesSealed, placeOf(id, userId))).toString('hex'));
      }
      return found;
    },
    async prepareAvatar(userId, id) {
      const file = isFileId(id) ? await selectFile(db, id, userId) : undefined;
      if (!file || file.purpose !== null) return undefined;
      const small = await turns.run(() => avatarOf(sealer.openBytes(file.bytesSealed, placeOf(id, userId))));
      return { claim: (tx) => updateAvatar(tx, id, userId, sealer.seal(small, placeOf(id, userId))) };
    },
    async logoOf(userId, id) {
      const file = isFileId(id) ? await selectFile(db, id, userId) : undefined;
      if (!file || file.purpose !== null) return undefined;
      return turns.run(() => logoOf(sealer.openBytes(file.bytesSealed, placeOf(id, userId))));
    },
    dropAvatar: (tx, userId, id) => deleteAvatar(tx, id, userId),
  };
}

function placeOf(fileId: string, userId: bigint): SealedPlace {
  return { table: 'files', column: 'bytes_sealed', row: `${fileId}/${userId}` };
}
