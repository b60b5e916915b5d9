/**
 * Explains a request of this door to its merchant: the text that the platform signed, what the plugin signed instead, and
 * what to do about it. Mistakes are tried only here, and never while a request is answered.
 */
import { createHash } from 'node:crypto';
import { diagnosisTexts } from '#features/gateway/diagnosis-words.ts';
import type { Explanation, RequestExplainer } from '#features/gateway/server/log/inspecting.ts';
import { secretsOf } from '#features/gateway/server/log/record.ts';
import { SHOWN_KEY } from '#features/gateway/signing-mistakes.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import type { Language } from '#foundation/core/words.ts';
import { epayDiagnosisTexts, epayMistakeTexts, isEpayDiagnosis } from '../diagnosis-words.ts';
import { loggedFields, type ReceivedFields } from '../rules.ts';
import { findEpayMistakes, type FoundEpayMistakes } from '../signing-mistakes.ts';
import type { EpayDeps } from './context.ts';
import { receivedFields } from './received.ts';
import type { EpaySettings, EpaySettingsVerbs } from './settings.ts';
import { signedTexts } from './verification.ts';

export function explaining({ keys }: Pick<EpayDeps, 'keys'>, settings: EpaySettingsVerbs): RequestExplainer {
  return {
    async explain({ memberNo, path, result, key, kept, body }, language) {
      const [own, native] = await Promise.all([settings.find(memberNo), keys.find(memberNo)]);
      const received = body && receivedFields('', body);
      const fields: ReceivedFields = received?.ok ? received.fields : kept.fields;
      const { fault, tried } = kept.facts ?? {};
      const isSigned = path !== API_PATH;
      const gatewayKeys = native ? secretsOf(native) : [];
      const mistakes =
        isSigned && fault === 'sign_wrong' && own && received?.ok
          ? mistakesOf(received.fields, own, gatewayKeys)
          : undefined;
      const text = isSigned ? signedTexts(fields)[typeof tried === 'number' ? tried : 0] : undefined;
      return {
        signedText: text === undefined ? undefined : text + SHOWN_KEY,
        sentText: mistakes?.text,
        diagnosis: diagnosisOf({ result, key, fault, mistakes }, language),
        hidden: Object.fromEntries(Object.entries(fields).filter(([name]) => !isShown(name))),
        secrets: own ? [own.current.key, ...(own.previous ? [own.previous.key] : [])] : [],
      };
    },
  };
}

const API_PATH = '/epay/api.php';

function isShown(name: string): boolean {
  return name === 'sign' || loggedFields.includes(name);
}

function mistakesOf(
  fields: ReceivedFields,
  { current, previous }: EpaySettings,
  gateway: readonly string[],
): FoundEpayMistakes | undefined {
  const { sign = '', ...others } = fields;
  return findEpayMistakes(
    { sign, fields: others },
    { key: current.key, former: previous ? [previous.key] : [], gateway },
    (bytes) => createHash('md5').update(bytes).digest('hex'),
  );
}

interface Diagnosed {
  result: string;
  key: 'new' | 'old' | null;
  fault: unknown;
  mistakes: FoundEpayMistakes | undefined;
}

function diagnosisOf({ result, key, fault, mistakes }: Diagnosed, language: Language): Explanation['diagnosis'] {
  if (result === 'ok')
    return key === 'old'
      ? { name: 'served_by_old_key', text: formatPhrase(diagnosisTexts.served_by_old_key, language) }
      : null;
  const [first, ...others] = mistakes?.mistakes ?? [];
  if (first !== undefined) {
    const text = [first, ...others].map((one) => formatPhrase(epayMistakeTexts[one], language)).join(' ');
    return { name: first, text };
  }
  return isEpayDiagnosis(fault) ? { name: fault, text: formatPhrase(epayDiagnosisTexts[fault], language) } : null;
}
