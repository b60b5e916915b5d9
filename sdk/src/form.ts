/**
 * Form bodies (`application/x-www-form-urlencoded`, UTF-8), parsed strictly. Anything ambiguous, such as a duplicate
 * name or bytes that are not UTF-8, is rejected, because a signature must cover exactly what the receiver acts on.
 */

/** Encodes fields as a form, in their own order, without undefined ones. */
export function encodeForm(fields: Readonly<Record<string, string | undefined>>): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) form.append(name, value);
  }
  return form.toString();
}

/** Parses a form or a query (without its `?`). Returns undefined if it is malformed. The result has no prototype. */
export function parseForm(body: string | Uint8Array): Record<string, string> | undefined {
  const fields: Record<string, string> = Object.create(null);
  try {
    const text = typeof body === 'string' ? body : strictUtf8.decode(body);
    if (text === '') return fields;
    for (const pair of text.split('&')) {
      const equals = pair.indexOf('=');
      const name = decodePart(equals < 0 ? pair : pair.slice(0, equals));
      if (name === '' || name in fields) return undefined;
      fields[name] = equals < 0 ? '' : decodePart(pair.slice(equals + 1));
    }
    return fields;
  } catch {
    return undefined;
  }
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decodePart(part: string): string {
  return decodeURIComponent(part.replaceAll('+', ' '));
}
