/** Decodes files of banks, on a server or in a browser. */

/** Which Unicode encoding the first bytes show. */
export function markedEncoding([first = -1, second = -1, third = -1]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // Without a mark: the first letter of a file is one of ASCII.
  if (second === 0 && first > 0) return 'utf-16le';
  if (first === 0 && second > 0) return 'utf-16be';
  return undefined;
}

/** Returns undefined where the bytes are not in that encoding. */
export function decodedIn(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The text of an XML file by its byte order mark, else by its declaration, else as UTF-8. `declared`: what it names. */
export function xmlText(bytes: Uint8Array): { text: string | undefined; declared: string | undefined } {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 256));
  const declared = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1];
  return { text: decodedIn(bytes, markedEncoding(bytes) ?? declared ?? 'utf-8'), declared };
}
