/** Calls about the files that jobs write for a user. */
import { z } from 'zod';
import { calls } from '#foundation/core/calls.ts';
import { pageFields, pageOf, Time } from '#foundation/core/wire.ts';
import { downloadStates } from './rules.ts';
import { downloadTexts } from './words.ts';

declare module '#foundation/core/live-events.ts' {
  interface LiveEvents {
    /** One of the user's files began, ended or was deleted. Progress within a file sends none. */
    'download.changed': Record<string, never>;
  }
}

export const DownloadRow = z.strictObject({
  id: z.string(),
  /** The file's name. */
  name: z.string(),
  /** A kind of export, or of another work whose result is a file. */
  kind: z.string(),
  format: z.string(),
  /** In words of the request's language; empty: everything. */
  filter: z.string(),
  /** Null until they are counted. */
  rows: z.int().nullable(),
  /** Bytes; null until the file is whole. */
  size: z.int().nullable(),
  state: z.enum(downloadStates),
  /** Why it failed, in the request's language. */
  fault: z.string().nullable(),
  /** Percent of the rows. */
  progress: z.int(),
  /** Set if a schedule made it. */
  scheduleId: z.string().nullable(),
  /** Set if its schedule posts a report of it: to which host, and when that acknowledged it. */
  report: z.strictObject({ host: z.string(), acknowledgedAt: Time.nullable() }).nullable(),
  createdAt: Time,
  finishedAt: Time.nullable(),
  /** When it is deleted: seven days after its end. */
  expiresAt: Time.nullable(),
});
export type DownloadRow = z.infer<typeof DownloadRow>;

const DownloadId = z.string().max(100);

export const downloadCalls = calls(downloadTexts, {
  '/user/downloads': {
    who: 'session',
    secondStep: { none: 'reads' },
    summary: 'The user’s files that jobs write or have written, newest first',
    guide:
      'An export of many rows, a schedule and some other works make a file in the background: one at a time per user, the others wait. It goes on after its user has logged out, and after a restart of the server. A finished file is kept for seven days, unless the user has more of them than the platform’s setting `downloadsKept` (200): then the oldest go first. While one is `running`, ask again every few seconds for its progress.',
    input: z.strictObject({ ...pageFields(['createdAt']) }),
    output: pageOf(
      DownloadRow,
      z.strictObject({
        unfinished: z.int(),
        /** How many ended files are kept; the oldest beyond are deleted. */
        most: z.int(),
      }),
    ),
  },
  '/user/downloads/cancel': {
    who: 'session',
    secondStep: { none: 'changes only the user’s own data, and nothing that identifies the user' },
    live: ['download.changed'],
    summary: 'Ends a file that waits or is being written; what was written is deleted',
    input: z.strictObject({ id: DownloadId }),
    refusals: ['download_ended'],
  },
  '/user/download/:id': {
    who: 'session',
    secondStep: { none: 'reads' },
    method: 'GET',
    summary: 'One of the user’s own finished files. A user who can no longer see its list does not get it',
    input: z.strictObject({ id: DownloadId }),
    download: true,
    refusals: ['download_not_ready'],
  },
});
