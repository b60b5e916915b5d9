/**
 * Screens as data. Guard, menu, breadcrumb, document title, tabs and search all read the same list, so that a screen is
 * described only once.
 */
import type { ComponentType } from 'react';
import type { Role } from '#foundation/core/session.ts';
import type { Phrase } from '#foundation/core/words.ts';
import type { CallRequest } from '#foundation/console/wire/typed-calls.ts';

export interface Screen {
  /** In-app address, such as `/order/list`. */
  readonly path: `/${string}`;
  /** Stable and unique, such as `OrderList`. */
  readonly name: string;
  readonly title: Phrase;
  /** The roles that can open it. Default: every logged-in user. */
  readonly roles?: readonly Role[];
  /** What an operator needs to open it, for a screen of operators. */
  readonly right?: string;
  /** Can be opened without a login. */
  readonly open?: boolean;
  /** Is unmounted when another tab is shown. */
  readonly noCache?: boolean;
  /** Its tab can't be closed. */
  readonly affix?: boolean;
  /** Is not in the menu or the search. */
  readonly hidden?: boolean;
  /** A menu group that is closed until the user opens it or one of its screens is shown. */
  readonly folded?: boolean;
  /** Path of the parent menu group or screen. */
  readonly parent?: `/${string}`;
  /** The menu entry to highlight while this hidden screen is open. */
  readonly activeMenu?: `/${string}`;
  /** Loads the screen when it is first opened. Absent for a menu group. */
  readonly component?: () => Promise<ScreenModule>;
  /** Exactly the calls that the screen makes first at an address. They are prefetched while its code loads. */
  readonly prefetch?: (at: PrefetchContext) => readonly CallRequest[];
}

export interface ScreenModule {
  readonly Screen: ComponentType;
}

/** What a screen's first calls depend on. */
export interface PrefetchContext {
  /** The address's query. */
  readonly params: Readonly<Record<string, string>>;
  /** The platform's time zone. */
  readonly timeZone: string;
  readonly now: Date;
}

/**
 * The screens that a user with these roles can open. `agency` can also open every screen of `member`. A group that is
 * not permitted hides everything under it.
 */
export function permittedScreens(screens: readonly Screen[], roles: readonly Role[]): Screen[] {
  const byPath = new Map(screens.map((screen) => [screen.path, screen]));
  return screens.filter((screen) => lineOf(screen, byPath).every((step) => canOpen(step, roles)));
}

export function canOpen(screen: Screen, roles: readonly Role[]): boolean {
  if (screen.roles === undefined) return true;
  const wanted = screen.roles;
  return roles.some((role) => wanted.includes(role) || (role === 'agency' && wanted.includes('member')));
}

function lineOf(screen: Screen, byPath: ReadonlyMap<string, Screen>): Screen[] {
  const line: Screen[] = [];
  for (
    let step: Screen | undefined = screen;
    step && !line.includes(step);
    step = step.parent === undefined ? undefined : byPath.get(step.parent)
  )
    line.unshift(step);
  return line;
}
