/** Composes the whole app: verbs, console handlers, background work, the deliverer of callbacks. */
import { NOTIFY_WAITS_S } from '#features/callbacks/rules.ts';
import { createDeliverer } from '#features/callbacks/server/deliverer.ts';
import { appHandlers, appJobs } from './fold.ts';
import { composeVerbs, type Ground } from './verbs.ts';

export type App = ReturnType<typeof compose>;

/** Everything that a process can do. Its roles decide what it runs. */
export function compose(ground: Ground) {
  const { db, clock, log, settings, demoRoles } = ground;
  const verbs = composeVerbs(ground);
  const { outgoing, keys, orders, disbursements } = verbs;
  const content = { payin: orders.callbackContent, payout: disbursements.callbackContent };
  const waitsS = settings.notifyWaitsS ?? NOTIFY_WAITS_S;
  const deliverer = createDeliverer({ db, clock, outgoing, log, waitsS, signer: keys, content });
  return {
    db,
    clock,
    log,
    publicUrl: settings.publicUrl,
    demoRoles,
    ...verbs,
    contracts: appHandlers(verbs, ground),
    jobs: appJobs(verbs, ground),
    deliverer,
  };
}
