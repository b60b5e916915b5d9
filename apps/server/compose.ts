/** The whole house: verbs, the handlers that the console asks, background work, the deliverer of callbacks. */
import { createDeliverer } from '#features/callbacks/server/deliverer.ts';
import { demoSwitch, houseHandlers } from './handlers.ts';
import { houseJobs } from './jobs.ts';
import { composeVerbs, type Ground } from './verbs.ts';

export type House = ReturnType<typeof compose>;

/** Everything that a process may do; which of it runs is its roles' business. */
export function compose(ground: Ground) {
  const { db, clock, log, settings, demoRoles } = ground;
  const verbs = composeVerbs(ground);
  const { outgoing, keys, orders, disbursements } = verbs;
  const content = { payin: orders.callbackContent, payout: disbursements.callbackContent };
  const deliverer = createDeliverer({ db, clock, outgoing, log, waitsS: settings.notifyWaitsS, signer: keys, content });
  return {
    db,
    clock,
    log,
    publicUrl: settings.publicUrl,
    demoRoles,
    ...verbs,
    contracts: [...houseHandlers(verbs, ground), ...demoSwitch(verbs, ground)],
    jobs: houseJobs(verbs, ground),
    deliverer,
  };
}
