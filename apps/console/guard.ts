/**
 * Which user can open which address: pure rules over the list of screens, so that they can be tested as a table. The
 * server enforces access by itself; these rules only keep users from pages that would be empty for them.
 */
import { writeParams } from '#foundation/console/page/address.ts';
import type { Screen } from '#foundation/console/page/screen.ts';

export const LOGIN = '/login';
export const NOT_FOUND = '/404';
export const NOT_ALLOWED = '/401';
/** Going through this address recreates a page: `/redirect/order/list`. */
export const REDIRECT = '/redirect/';

export interface Wanted {
  /** The path alone: `/order/list`. */
  readonly path: string;
  /** The path with its query. */
  readonly href: string;
  readonly params: Readonly<Record<string, string>>;
}

/** The rule without a token. Returns undefined to admit, else the address to go to instead. */
export function guardAnonymous({ path, href }: Wanted, screens: readonly Screen[]): string | undefined {
  if (screens.some((screen) => screen.open && screen.path === path)) return undefined;
  return `${LOGIN}${writeParams({ redirect: href })}`;
}
