/** Parses and writes the address after `#`. Pure, because a page's first code uses it. */

export interface HashAddress {
  /** `/login`; never empty. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  /** Path and query together. */
  readonly href: string;
}

export function addressIn(hash: string): HashAddress {
  const text = hash.replace(/^#/, '');
  const href = text.startsWith('/') ? text : `/${text}`;
  const [path = '/', ...rest] = href.split('?');
  return { path, params: readParams(rest.join('?')), href };
}

/** Parses a query into plain text pairs. The router uses this and `writeParams`. */
export function readParams(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

export function writeParams(params: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params))
    if (typeof value === 'string' && value !== '') query.set(name, value);
  const text = query.toString().replaceAll('%2C', ',').replaceAll('%3A', ':');
  return text === '' ? '' : `?${text}`;
}
