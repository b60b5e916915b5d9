/**
 * Folds the features' manifests: their handlers, jobs and exports, each called with the part it needs of one set of
 * dependencies.
 */
import { demoLogins } from '#database/demo/people.ts';
import { type ExportKindName, exportKinds } from '#features/export-kinds.ts';
import type { ExportKind } from '#features/exports/server/kind.ts';
import type { Tx } from '#foundation/server/postgres/database.ts';
import type { ServedContract } from '#foundation/server/http/handlers.ts';
import type { Job } from '#foundation/server/jobs/jobs.ts';
import type { QueueWork } from '#foundation/server/jobs/queue.ts';
import { ensurePartitions } from '#foundation/server/postgres/partitions.ts';
import { features } from './features.ts';
import type { AppEnv, Verbs } from './verbs.ts';

/** The dependencies of the features' handlers, jobs and exports. */
function depsOf(verbs: Verbs, { settings, db, clock, log, demoRoles }: AppEnv) {
  const { platform, platformKeys, keys, numbers, channels, orders, disbursements, captcha } = verbs;
  return {
    ...verbs,
    db,
    clock,
    log,
    demoRoles,
    demoLogins,
    publicUrl: settings.publicUrl,
    systemNumbers: numbers,
    captchaProvider: captcha.provider,
    platformPublicKey: async () => (await platformKeys.platformKeys()).publicKeyPem,
    platformName: async () => (await platform.settings()).name,
    currency: async () => (await platform.settings()).currency,
    numbered: [orders, disbursements],
    loginIpsOf: (memberNo: bigint) => keys.loginIps(memberNo),
    memberAdded: (tx: Tx, memberNo: bigint) => keys.create(tx, memberNo, {}),
    memberInvited: async (tx: Tx, member: { memberNo: bigint; uplineNo: bigint }) =>
      void (await channels.startRates(tx, { ...member, rates: [] })),
  };
}

export function appHandlers(verbs: Verbs, env: AppEnv): ServedContract[] {
  const deps = { ...depsOf(verbs, env), kinds: exportsByKind(verbs, env) };
  return features.flatMap((feature) => ('handlers' in feature ? feature.handlers(deps) : []));
}

export function appJobs(verbs: Verbs, env: AppEnv): Job[] {
  const deps = { ...depsOf(verbs, env), kinds: exportsByKind(verbs, env) };
  const partitions: Job = {
    name: 'month partitions',
    everyMs: 6 * 3_600_000,
    run: async () => void (await ensurePartitions(env.db.pool, env.clock.now())),
  };
  return [partitions, ...features.flatMap((feature): readonly Job[] => ('jobs' in feature ? feature.jobs(deps) : []))];
}

export function appQueues(verbs: Verbs, env: AppEnv): QueueWork[] {
  const kinds = exportsByKind(verbs, { ...env, db: env.fileDb ?? env.db });
  const deps = { ...depsOf(verbs, env), kinds };
  return features.flatMap((feature): readonly QueueWork[] => ('queues' in feature ? feature.queues(deps) : []));
}

/** Throws when a declared kind has no export, or an export has no declared kind. */
function exportsByKind(verbs: Verbs, env: AppEnv): Readonly<Record<ExportKindName, ExportKind>> {
  const deps = depsOf(verbs, env);
  const found = new Map(
    features.flatMap((feature): [string, ExportKind][] =>
      'exports' in feature ? Object.entries<ExportKind>(feature.exports(deps)) : [],
    ),
  );
  const missing = exportKinds.filter((kind) => !found.has(kind));
  if (missing.length > 0 || found.size !== exportKinds.length)
    throw new Error(`the exports ${[...found.keys()].join(', ')} are not the declared kinds ${exportKinds.join(', ')}`);
  return Object.fromEntries(found) as Record<ExportKindName, ExportKind>;
}
