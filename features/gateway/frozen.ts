/**
 * What `/gateway/v1` promises, for good: programs that run today must run as long as it is served. `v1-frozen.json` has
 * the promise as it was given. The only change that it allows is a new optional field of a reply or a callback.
 */
import { GATEWAY_BASE, gatewayCalls, type GatewayField, type GatewayPath, gatewayRefusals } from './contract.ts';
import { callbackForms, fieldForms, refusalFacts, replyForms, requestSigning } from './forms.ts';
import { callSummaries, gatewayMeanings, referenceWords, refusalGuide } from './reference-words.ts';

export function frozenContract(): unknown {
  const meaning = (name: string): string =>
    (gatewayMeanings as Readonly<Record<string, { en: string }>>)[name]?.en ?? '';
  const requests = (names: readonly GatewayField[]) =>
    Object.fromEntries(names.map((name) => [name, { ...fieldForms[name], meaning: meaning(name) }]));
  const given = (forms: Readonly<Record<string, { meaning: string }>>) =>
    Object.fromEntries(
      Object.entries(forms).map(([name, form]) => [name, { ...form, meaning: meaning(form.meaning) }]),
    );
  const contract = {
    base: GATEWAY_BASE,
    signing: { parts: requestSigning, headers: referenceWords.sign_headers.en, body: referenceWords.sign_body.en },
    calls: Object.fromEntries(
      (Object.keys(gatewayCalls) as GatewayPath[]).map((path) => {
        const { required, optional } = gatewayCalls[path];
        return [
          path,
          {
            summary: callSummaries[path].en,
            required: requests(required),
            optional: requests(optional),
            data: given(replyForms[path]),
          },
        ];
      }),
    ),
    callbacks: Object.fromEntries(Object.entries(callbackForms).map(([kind, forms]) => [kind, given(forms)])),
    refusals: Object.fromEntries(
      gatewayRefusals.map((name) => [name, { ...refusalFacts[name], cause: refusalGuide[`cause_${name}`].en }]),
    ),
  };
  return JSON.parse(JSON.stringify(contract));
}

export interface FrozenFault {
  /** `calls./pay/query.data.fee.type`. */
  readonly at: string;
  /** `added`: a new optional field, which the frozen file must have too before it is served. */
  readonly what: 'changed' | 'removed' | 'forbidden' | 'added';
}

/** Compares a contract with the frozen one. Only faults of the kind `added` may be written into the file. */
export function frozenFaults(frozen: unknown, current: unknown, at: readonly string[] = []): FrozenFault[] {
  const place = at.join('.');
  if (!isObject(frozen) || !isObject(current))
    return JSON.stringify(frozen) === JSON.stringify(current) ? [] : [{ at: place, what: 'changed' }];
  const known = Object.keys(frozen).flatMap((name): FrozenFault[] =>
    name in current
      ? frozenFaults(frozen[name], current[name], [...at, name])
      : [{ at: [...at, name].join('.'), what: 'removed' }],
  );
  const fresh = Object.keys(current)
    .filter((name) => !(name in frozen))
    .map((name): FrozenFault => ({
      at: [...at, name].join('.'),
      what: takesFields(at) && isObject(current[name]) && current[name]['optional'] === true ? 'added' : 'forbidden',
    }));
  return [...known, ...fresh];
}

/** The data of a call's reply, and the fields of a callback. */
function takesFields(at: readonly string[]): boolean {
  return (at[0] === 'calls' && at.length === 3 && at[2] === 'data') || (at[0] === 'callbacks' && at.length === 2);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
