/**
 * What stands in the menu, and where: groups are chosen for how people work, while a screen keeps its specified address
 * and parent. The breadcrumb and the search name the same groups. Pure.
 */
import type { Screen } from '#foundation/console/page/screen.ts';
import type { Phrase } from '#foundation/core/words.ts';
import { shellWords } from './words.ts';

interface PlannedGroup {
  readonly key: string;
  /** Default: the title of the group of routes. */
  readonly title?: Phrase;
  /** The group of routes. Its screens that no group names are at the end of this one. */
  readonly path?: Screen['path'];
  /** Whether it is open until the user closes it. The others open while one of their screens is shown. */
  readonly open?: boolean;
  /** Not for those who have this group of routes too: the whole menu has to fit a window. */
  readonly unless?: Screen['path'];
  /** Names of its screens. */
  readonly screens: readonly string[];
}

/** In menu order. A text is the name of a screen outside any group. */
const plan: readonly (string | PlannedGroup)[] = [
  'Dashboard',
  'OrderList',
  {
    key: 'balance',
    title: shellWords.balance,
    open: true,
    screens: ['UserMoneyLog', 'UserRecharge', 'RepayApply', 'Reconciliation'],
  },
  {
    key: 'payouts',
    path: '/repay',
    open: true,
    unless: '/agent',
    screens: ['Repay', 'BatchApplyRepay', 'BatchApplyRepayManual', 'RepayBankCard'],
  },
  'ChannelList',
  'Api',
  { key: 'agent', path: '/agent', open: true, screens: [] },
  {
    key: 'account',
    path: '/user',
    screens: [
      'UserProfile',
      'UserAuth',
      'UserPassword',
      'UserPayPassword',
      'UserBindGoogle',
      'UserBindPhone',
      'UserLogs',
      'UserDownloads',
    ],
  },
];

/** A menu of so few entries has no reason to close a group. */
const SHORT = 3;

export interface MenuGroup {
  readonly key: string;
  readonly title: Phrase;
  readonly open: boolean;
  /** Never empty. */
  readonly screens: readonly Screen[];
}

export type MenuEntry = Screen | MenuGroup;

export function isGroup(entry: MenuEntry): entry is MenuGroup {
  return 'screens' in entry;
}

/**
 * The menu over the screens that a user can open. What the plan does not know is above the account's group, in the order of
 * the screens: operators' screens, whose groups of routes are groups of the menu.
 */
export function menuOf(permitted: readonly Screen[]): MenuEntry[] {
  const shown = permitted.filter(({ component, hidden, open }) => component && !hidden && !open);
  const named = (name: string): Screen[] => shown.filter((screen) => screen.name === name);
  const planned = new Set(plan.flatMap((entry) => (typeof entry === 'string' ? entry : entry.screens)));
  const others = shown.filter(({ name }) => !planned.has(name));
  const paths = plan.flatMap((entry) => (typeof entry === 'string' ? [] : (entry.path ?? [])));
  const groups = new Set([...paths, ...permitted.filter(({ component }) => !component).map(({ path }) => path)]);
  const entries = plan.flatMap((entry): MenuEntry[] => {
    if (typeof entry === 'string') return named(entry);
    const { key, path } = entry;
    const open = entry.open === true && !permitted.some((screen) => screen.path === entry.unless);
    const title = entry.title ?? permitted.find((screen) => screen.path === path)?.title;
    const screens = [
      ...entry.screens.flatMap(named),
      ...others.filter(({ parent }) => path !== undefined && parent === path),
    ];
    return title && screens.length > 0 ? [{ key, title, open, screens }] : [];
  });
  const loose = permitted.flatMap((screen): MenuEntry[] => {
    const { path, parent, name, title, folded = false } = screen;
    if (others.includes(screen)) return parent === undefined || !groups.has(parent) ? [screen] : [];
    const screens = paths.includes(path) ? [] : others.filter((other) => other.parent === path);
    return screens.length > 0 ? [{ key: name, title, open: !folded, screens }] : [];
  });
  const end = entries.findIndex((entry) => isGroup(entry) && entry.key === 'account');
  const all = entries.toSpliced(end === -1 ? entries.length : end, 0, ...loose);
  return all.length > SHORT ? all : all.map((entry) => (isGroup(entry) ? { ...entry, open: true } : entry));
}

/** The group that contains the screen, or the screen's own entry if it is hidden. */
export function groupOf(permitted: readonly Screen[], { path, activeMenu }: Screen): MenuGroup | undefined {
  return menuOf(permitted)
    .filter(isGroup)
    .find(({ screens }) => screens.some((screen) => screen.path === (activeMenu ?? path)));
}
