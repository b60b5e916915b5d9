/** Reads what a plugin sent: query and body merged, the body first. Each of them may name a field once only. */
import { MAX_FIELDS, type ReceivedFields } from '../rules.ts';

export type Received = { ok: true; fields: ReceivedFields } | { ok: false; fault: 'twice' | 'malformed' };

/** `body`: undefined if it is no form. */
export function receivedFields(query: string, body: Uint8Array | undefined): Received {
  const form = body && decoded(body);
  if (form === undefined) return { ok: false, fault: 'malformed' };
  const parts = [parsePairs(query), parsePairs(form)];
  const fields: Record<string, string> = Object.create(null);
  for (const part of parts) {
    if (typeof part === 'string') return { ok: false, fault: part };
    Object.assign(fields, part);
  }
  return Object.keys(fields).length <= MAX_FIELDS ? { ok: true, fields } : { ok: false, fault: 'malformed' };
}

function parsePairs(text: string): Record<string, string> | 'twice' | 'malformed' {
  const fields: Record<string, string> = Object.create(null);
  let count = 0;
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const at = pair.indexOf('=');
    const name = decodedPart(at < 0 ? pair : pair.slice(0, at));
    const value = at < 0 ? '' : decodedPart(pair.slice(at + 1));
    if (!name || value === undefined) return 'malformed';
    if (name in fields) return 'twice';
    fields[name] = value;
    // Counted here, so that a sender without a key can't have thousands of fields decoded.
    count += 1;
    if (count > MAX_FIELDS) return 'malformed';
  }
  return fields;
}

/** Undefined for a wrong escape, and for bytes that are not UTF-8. */
function decodedPart(part: string): string | undefined {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decoded(body: Uint8Array): string | undefined {
  try {
    return utf8.decode(body);
  } catch {
    return undefined;
  }
}
