/**
 * Which calls require a second step. A call that changes credentials, access, keys, cards or certifications, moves
 * money, or shows a whole account number declares the policy of its step in its contract; every other call of a
 * logged-in user declares why it requires none.
 */
import { z } from 'zod';
import type { Call } from '#foundation/core/calls.ts';
import type { Finding } from './tree.ts';

/** Calls with a separate field for the step; nothing else confirms these. */
const ownFields: Readonly<Record<string, string>> = { '/user/login': 'googlecode', '/user/clearGoogleBind': 'code' };

/**
 * A call that declares neither a step nor a reason, and a call whose fields or refusals do not match its declaration.
 */
export function stepFindings(calls: Readonly<Record<string, Call>>): Finding[] {
  return Object.entries(calls).flatMap(([path, call]) => faults(call, path).map((text) => ({ path, text })));
}

function faults(call: Call, path: string): string[] {
  const { secondStep } = call;
  const found = typeof secondStep === 'string' ? stepFaults(call, path) : unguarded(call, secondStep?.none);
  return [...proofFaults(call), ...found];
}

function unguarded(call: Call, reason: string | undefined): string[] {
  if (takesStep(call)) return ['takes a second step that it does not declare'];
  if (call.who === 'anyone') return reason === undefined ? [] : ['needs no reason: strangers have no second step'];
  if (reason === undefined) return ['neither requires a second step nor says why not'];
  return reason.trim() === '' ? ['gives an empty reason for requiring no second step'] : [];
}

/** Calls that declare the payment password have its field, no others do, and it is never their only field. */
function proofFaults(call: Call): string[] {
  const takes = fieldsOf(call).has('payPassword');
  if (call.proof === undefined) return takes ? ['takes a payment password that it does not declare'] : [];
  const refuses = ['pay_password_unset', 'pay_password_locked'].every((name) => call.refusals?.includes(name));
  return [
    ...(takes ? [] : ['declares a payment password and has no field for it']),
    ...(refuses ? [] : ['does not say that the payment password may be missing or locked']),
    ...(typeof call.secondStep === 'string' ? [] : ['takes a payment password without a second step']),
  ];
}

function stepFaults(call: Call, path: string): string[] {
  const own = ownFields[path];
  const takes = own === undefined ? takesStep(call) : fieldsOf(call).has(own);
  const refuses = ['second_step_wrong', 'second_step_locked'].every((name) => call.refusals?.includes(name));
  return [
    ...(takes ? [] : ['requires a second step and has no field for it']),
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
