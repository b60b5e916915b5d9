/**
 * Which calls ask for a second step. What changes credentials, access, keys, cards or certifications, moves money, or
 * shows a whole account number asks for the factor that is bound; every other call of somebody who is logged in is
 * named here, with the reason.
 */
import { z } from 'zod';
import type { Call } from '#foundation/core/calls.ts';
import type { StepPolicy } from '#features/factors/rules.ts';
import type { Finding } from './tree.ts';

/** Reads: nothing changes, and no whole account number is shown. */
const READS = 'reads';
const OWN_THINGS = 'its own, and nothing that proves who somebody is';

/** Path → why it asks for no second step. */
export const withoutStep: Readonly<Record<string, string>> = {
  '/announcement/list': READS,
  '/announcement/read': OWN_THINGS,
  '/bank/list': READS,
  '/bankcard/list': READS,
  '/bankcard/normal': READS,
  '/batch/detail': READS,
  '/batch/list': READS,
  '/batch/template': READS,
  '/batch/validate': 'checks a table and books nothing',
  '/channel/list': READS,
  '/dashboard/chart': READS,
  '/dashboard/summary': READS,
  '/notice/list': READS,
  '/notice/read': OWN_THINGS,
  '/order/detail': READS,
  '/order/list': READS,
  '/order/notify': 'sends the merchant again what it was told before',
  '/payout/cancel': 'gives money back to the wallet that it came from',
  '/payout/detail': READS,
  '/payout/list': READS,
  '/payout/retry': 'pays what was confirmed before to the same account; the specification gives it a number alone',
  '/user/auth': 'hands papers in for an operator, who decides with a second step',
  '/user/clearmobilebind': 'takes a code from the number that it removes',
  '/user/export': READS,
  '/user/file/:id': READS,
  '/user/getAuthInfo': READS,
  '/user/getGoogleQrcode': 'issues a secret that counts for nothing until it is bound, with a second step',
  '/user/info': READS,
  '/user/logout': 'takes access away from this session alone',
  '/user/logs': READS,
  '/user/moneylog': READS,
  '/user/profile': OWN_THINGS,
  '/user/recharge': 'makes a page on which somebody pays in',
  '/user/sessions': READS,
  '/user/sessions/end': 'takes access away from a session of one’s own, which must not wait',
  '/user/upload': OWN_THINGS,
  '/withdrawal/cancel': 'gives money back to the wallet that it came from',
  '/withdrawal/detail': READS,
  '/withdrawal/list': READS,
  '/withdrawal/quote': READS,
  '/withdrawal/retry': 'pays what was confirmed before to the same account; the specification gives it a number alone',
  '/operator/approval/list': READS,
  '/operator/bankcard/list': READS,
  '/operator/certification/list': READS,
  '/operator/disbursement/detail': READS,
  '/operator/disbursement/freeze': 'stops money, which must not wait',
  '/operator/disbursement/list': READS,
  '/operator/disbursement/query': 'asks an upstream',
  '/operator/member/terms': READS,
  '/operator/order/reversals': READS,
  '/operator/user/list': READS,
  '/operator/user/proposals': READS,
};

/** Fields of their own for the step: nothing else confirms these. */
const ownFields: Readonly<Record<string, string>> = { '/user/login': 'googlecode', '/user/clearGoogleBind': 'code' };

export interface StepTables {
  guarded: Readonly<Record<string, StepPolicy>>;
  without: Readonly<Record<string, string>>;
}

/** A call in neither table or in both, an entry without a call, a call whose contract does not fit its entry. */
export function stepFindings(calls: Readonly<Record<string, Call>>, { guarded, without }: StepTables): Finding[] {
  const text = (path: string, fault: string): Finding => ({ path, text: fault });
  return [
    ...Object.entries(calls).flatMap(([path, call]) => {
      if (call.who === 'anyone' && !(path in guarded)) return [];
      if (path in guarded && path in without) return [text(path, 'is in both tables')];
      if (path in guarded) return unfit(call, path).map((fault) => text(path, fault));
      if (!(path in without)) return [text(path, 'neither asks for a second step nor says why not')];
      return takesStep(call) ? [text(path, 'takes a second step that no table asks for')] : [];
    }),
    ...[...Object.keys(guarded), ...Object.keys(without)]
      .filter((path) => !(path in calls))
      .map((path) => text(path, 'is no call')),
  ];
}

function unfit(call: Call, path: string): string[] {
  const own = ownFields[path];
  const takes = own === undefined ? takesStep(call) : fieldsOf(call).has(own);
  const refuses = ['second_step_wrong', 'second_step_locked'].every((name) => call.refusals?.includes(name));
  return [
    ...(takes ? [] : ['asks for a second step and has no field for it']),
    ...(refuses ? [] : ['does not say that the second step may be wrong']),
  ];
}

function takesStep(call: Call): boolean {
  const fields = fieldsOf(call);
  return fields.has('verifyType') && fields.has('verifyCode');
}

interface Shape {
  properties?: Record<string, unknown>;
  anyOf?: Shape[];
  oneOf?: Shape[];
  allOf?: Shape[];
}

function fieldsOf({ input }: Call): ReadonlySet<string> {
  return new Set(input ? namesIn(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Shape) : []);
}

function namesIn({ properties = {}, anyOf = [], oneOf = [], allOf = [] }: Shape): string[] {
  return [...Object.keys(properties), ...[...anyOf, ...oneOf, ...allOf].flatMap(namesIn)];
}
