/** Sends notices as text messages to the bound numbers, after the event's commit, and deletes old notices. */
import type { SmsTransport } from '#features/sms/server/transport.ts';
import { SmsError } from '#features/sms/server/transport.ts';
import type { Clock } from '#foundation/core/clock.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import type { Job } from '#foundation/server/jobs/jobs.ts';
import type { Logger } from '#foundation/server/process/log.ts';
import { NOTICES_KEPT_MS, SMS_LEASE_MS, smsPauseMs } from '../rules.ts';
import { type NoticeKind, noticeTexts } from '#features/notice-kinds.ts';
import { noticeMessages } from '../words.ts';
import {
  claimMessages,
  deleteNoticesBefore,
  type NoticeMessage,
  updateMessageDone,
  updateMessageLater,
} from './store.ts';

export interface NoticeJobDeps {
  db: Database;
  clock: Clock;
  transport: SmsTransport;
  log: Pick<Logger, 'warn'>;
  /** The platform's display name. */
  platformName(): Promise<string>;
}

const BATCH = 20;

export function noticeJobs(deps: NoticeJobDeps): Job[] {
  return [
    {
      name: 'send notices',
      everyMs: 2_000,
      async run() {
        while ((await sendDue(deps)) === BATCH);
      },
    },
    {
      name: 'sweep notices',
      everyMs: 6 * 3_600_000,
      async run() {
        await deleteNoticesBefore(deps.db, new Date(deps.clock.now().getTime() - NOTICES_KEPT_MS));
      },
    },
  ];
}

/** Returns the number of due messages. */
async function sendDue(deps: NoticeJobDeps): Promise<number> {
  const { db, clock } = deps;
  const now = clock.now();
  const due = await claimMessages(db, { now, until: new Date(now.getTime() + SMS_LEASE_MS), limit: BATCH });
  const broken: unknown[] = [];
  // A notice whose text can't be formatted must not block the others; it is tried again when its lease runs out.
  for (const message of due) await send(deps, message).catch((error: unknown) => broken.push(error));
  if (broken.length > 0) throw new Error(`${broken.length} of ${due.length} notices failed`, { cause: broken[0] });
  return due.length;
}

async function send({ db, clock, transport, log, platformName }: NoticeJobDeps, message: NoticeMessage): Promise<void> {
  const { kind, values, to, language, tries } = message;
  if (!isNoticeKind(kind)) throw new Error(`this release has no text for notices of the kind ${kind}`);
  const notice = formatPhrase(noticeTexts[kind], language, values);
  const text = formatPhrase(noticeMessages.message_notice, language, { name: await platformName(), notice });
  try {
    await transport.send({ to, event: 'notice', code: '', text });
  } catch (error) {
    if (!(error instanceof SmsError)) throw error;
    log.warn({ err: error, kind: error.kind }, 'a notice could not be sent');
    const pauseMs = error.kind === 'unavailable' ? smsPauseMs(tries) : undefined;
    if (pauseMs !== undefined) {
      await updateMessageLater(db, message, new Date(clock.now().getTime() + pauseMs));
      return;
    }
  }
  await updateMessageDone(db, message);
}

function isNoticeKind(kind: string): kind is NoticeKind {
  return Object.hasOwn(noticeTexts, kind);
}
