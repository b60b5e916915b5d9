/** Composes the whole app: verbs, console handlers, background work, the deliverer of callbacks. */
import { NOTIFY_WAITS_S } from '#features/callbacks/rules.ts';
import { createDeliverer } from '#features/callbacks/server/deliverer.ts';
import { appHandlers, appJobs, appQueues } from './fold.ts';
import { composeVerbs, type AppEnv } from './verbs.ts';

export type App = ReturnType<typeof compose>;

/** Everything that a process can do. Its roles decide what it runs. */
export function compose(env: AppEnv) {
  const { db, clock, log, settings, demoRoles } = env;
  const verbs = composeVerbs(env);
  const deliverer = createDeliverer({ ...verbs.delivery, waitsS: settings.notifyWaitsS ?? NOTIFY_WAITS_S });
  return {
    db,
    clock,
    log,
    publicUrl: settings.publicUrl,
    demoRoles,
    ...verbs,
    handlers: appHandlers(verbs, env),
    jobs: appJobs(verbs, env),
    queues: appQueues(verbs, env),
    deliverer,
  };
}
