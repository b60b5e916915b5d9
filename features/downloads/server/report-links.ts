/**
 * The address that a report names for a file that is too large to come with it. It serves one file without
 * a login: only the member's server, to which the signed report went, has it.
 */
import { createHmac } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { UserVerbs } from '#features/accounts/server/verbs.ts';
import type { MerchantKeyVerbs } from '#features/merchant-keys/server/verbs.ts';
import type { Clock } from '#foundation/core/clock.ts';
import { transportEnvelope } from '#foundation/server/http/http.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { equalBytes, type Sealer } from '#foundation/server/secrets/sealing.ts';
import { isId } from './calls.ts';
import { piecesOf } from './reports.ts';
import { type Download, selectDownload } from './store.ts';

const PATH = '/report/';

export class ReportLinks {
  readonly #publicUrl: string;
  /** The current key first, then the former keys, for addresses that were already sent. */
  readonly #keys: readonly Buffer[];

  constructor({ publicUrl, sealer }: { publicUrl: string; sealer: Sealer }) {
    this.#publicUrl = publicUrl;
    this.#keys = sealer.keysFor('report link');
  }

  of(downloadId: string): string {
    return `${this.#publicUrl}${PATH}${downloadId}.${this.#signatures(downloadId)[0]}`;
  }

  /** The file's id; undefined if the name was not made here. */
  read(name: string): string | undefined {
    const [, downloadId, signature] = /^([0-9a-f-]{36})\.([\w-]{1,100})$/.exec(name) ?? [];
    if (downloadId === undefined || signature === undefined || !isId(downloadId)) return undefined;
    const isGenuine = this.#signatures(downloadId).some((expected) =>
      equalBytes(Buffer.from(signature), Buffer.from(expected)),
    );
    return isGenuine ? downloadId : undefined;
  }

  #signatures(downloadId: string): string[] {
    return this.#keys.map((key) => createHmac('sha256', key).update(downloadId).digest('base64url'));
  }
}

export interface ReportFileDeps {
  db: Database;
  clock: Clock;
  sealer: Sealer;
  publicUrl: string;
  keys: Pick<MerchantKeyVerbs, 'find'>;
  users: Pick<UserVerbs, 'actingUser'>;
}

export function serveReportFiles(server: FastifyInstance, deps: ReportFileDeps): void {
  const links = new ReportLinks(deps);
  server.get<{ Params: { file: string } }>(`${PATH}:file`, async (request, reply) => {
    const downloadId = links.read(request.params.file);
    const download = downloadId === undefined ? undefined : await selectDownload(deps.db, downloadId);
    reply.header('cache-control', 'no-store');
    if (!download || !(await isOpen(deps, download)))
      return reply.code(404).send(transportEnvelope('not_found', request.headers['accept-language']));
    reply.header('content-length', download.size.toString()).header('x-content-type-options', 'nosniff');
    return reply.type(download.contentType).send(Readable.from(piecesOf(deps.db, download)));
  });
}

/** While the file is there, its user can log in, and the member still has its reports sent to that host. */
async function isOpen({ clock, keys, users }: ReportFileDeps, download: Download): Promise<boolean> {
  const { state, userId, memberNo, notifyUrl, expiresAt } = download;
  if (state !== 'ready' || memberNo === null || notifyUrl === null) return false;
  if (expiresAt !== null && expiresAt <= clock.now()) return false;
  const [found, user] = await Promise.all([keys.find(memberNo), users.actingUser(userId)]);
  return user?.memberNo === memberNo && found?.isNotifyHostListed(notifyUrl) === true;
}
