/**
 * A screen as data. Guard, menu, breadcrumb, document title, tabs and search all read the same list; nothing about a
 * screen is written a second time.
 */
import type { ComponentType } from 'react';
import type { Role } from '#foundation/core/session.ts';
import type { Phrase } from '#foundation/core/words.ts';
import type { Question } from './typed-calls.ts';

export interface Screen {
  /** In-app address, `/order/list`. */
  readonly path: `/${string}`;
  /** Stable and unique, `OrderList`. */
  readonly name: string;
  readonly title: Phrase;
  /** Name of an icon that the shell knows. */
  readonly icon?: string;
  /** Who may open it; absent: everybody who is logged in. */
  readonly roles?: readonly Role[];
  /** Reached without a token too. */
  readonly open?: boolean;
  /** Not kept alive when another tab is shown. */
  readonly noCache?: boolean;
  /** Its tab can't be closed. */
  readonly affix?: boolean;
  /** In no menu and not found by search. */
  readonly hidden?: boolean;
  /** Path of the menu group or screen it stands under. */
  readonly parent?: `/${string}`;
  /** The menu entry that is marked while this hidden screen is open. */
  readonly activeMenu?: `/${string}`;
  /** Loaded when it is first wanted. Absent: a mere group of the menu. */
  readonly component?: () => Promise<ScreenModule>;
  /** The very questions that it asks first at an address: asked while all that draws is still on its way. */
  readonly questions?: (at: AskedAt) => readonly Question[];
}

export interface ScreenModule {
  readonly Screen: ComponentType;
}

/** What a screen's first questions depend on. */
export interface AskedAt {
  /** The address's query. */
  readonly params: Readonly<Record<string, string>>;
  /** The platform's. */
  readonly timeZone: string;
  readonly now: Date;
}

/**
 * What a reader with these roles may open. `agency` receives every role-restricted screen of members; anybody else
 * those whose list meets theirs. A closed group closes everything under it.
 */
export function permittedScreens(screens: readonly Screen[], roles: readonly Role[]): Screen[] {
  const byPath = new Map(screens.map((screen) => [screen.path, screen]));
  return screens.filter((screen) => lineOf(screen, byPath).every((step) => mayOpen(step, roles)));
}

export function mayOpen(screen: Screen, roles: readonly Role[]): boolean {
  if (screen.roles === undefined) return true;
  const wanted = screen.roles;
  return roles.some((role) => wanted.includes(role) || (role === 'agency' && wanted.includes('member')));
}

/** From the outermost group down to the screen itself: the breadcrumb. */
export function screenLine(screens: readonly Screen[], screen: Screen): Screen[] {
  return lineOf(screen, new Map(screens.map((each) => [each.path, each])));
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
