/**
 * Handlers for uploading and reading pictures. An operator's access to another user's picture is audited before the
 * picture is returned.
 */
import type { AuditVerbs } from '#features/audit/server/verbs.ts';
import { actorOf } from '#features/audit/server/verbs.ts';
import { takeAttempt } from '#foundation/server/postgres/attempt-windows.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { type ServedContract, handlers } from '#foundation/server/http/handlers.ts';
import { fileCalls } from '../contract.ts';
import { MAX_PIXELS, uploadLimit } from '../rules.ts';
import type { FileVerbs } from './verbs.ts';

export interface FileCallDeps {
  db: Database;
  audit: AuditVerbs;
  files: FileVerbs;
}

export function fileHandlers({ db, audit, files }: FileCallDeps): ServedContract {
  return handlers(fileCalls, {
    async '/user/upload'({ session, now, refuse, wrongField }, { bytes }) {
      const attempt = await takeAttempt(db, uploadLimit, session.userId.toString(), now);
      if (!attempt.allowed) refuse('upload_limit', { minutes: Math.ceil(attempt.waitMs / 60_000) });
      const kept = await files.keep(session, bytes);
      return typeof kept === 'string' ? wrongField('file', kept, { megapixels: MAX_PIXELS / 1_000_000 }) : kept;
    },

    async '/user/file/:id'(context, { id }) {
      const file = await files.read(context.session, id);
      if (!file) return context.refuse('not_found');
      const { userId, memberNo, contentType, bytes } = file;
      if (userId !== context.session.userId)
        await db.transaction((tx) =>
          audit.record(tx, { ...actorOf(context), memberNo, action: 'file_read', object: id }),
        );
      return { contentType, bytes };
    },
  });
}
