/** The orders, payouts, batches and members that the user opened last, until the login ends. The search offers them. */
import { sessionEnded } from '#features/accounts/console/session.ts';
import type { HashAddress } from '#foundation/console/page/address.ts';
import { hashAddress } from '#foundation/console/page/hash-address.ts';
import { cell } from '#foundation/console/wire/signal.ts';

export type ObjectKind = 'order' | 'withdrawal' | 'payout' | 'batch' | 'member';

export interface RecentObject {
  readonly kind: ObjectKind;
  readonly no: string;
}

/** Where an object is opened. */
export interface ObjectPlace {
  readonly to: `/${string}`;
  readonly search: Readonly<Record<string, string>>;
}

const KEY = 'recent';
const MOST = 5;
const kinds: readonly ObjectKind[] = ['order', 'withdrawal', 'payout', 'batch', 'member'];

export const recentObjects = cell<readonly RecentObject[]>(stored());

export function placeOf({ kind, no }: RecentObject): ObjectPlace {
  switch (kind) {
    case 'order':
      return { to: '/order/list', search: { open: no } };
    case 'withdrawal':
      return { to: '/repay/index', search: { open: no } };
    case 'payout':
      return { to: '/repay/index', search: { tab: 'payouts', open: no } };
    case 'batch':
      return { to: '/repay/batch', search: { no } };
    case 'member':
      return { to: '/agent/userlist', search: { open: no } };
  }
}

/** The object that is open at an address, if any. */
function objectAt({ path, params }: Pick<HashAddress, 'path' | 'params'>): RecentObject | undefined {
  const { open, no, tab } = params;
  if (path === '/order/list' && open) return { kind: 'order', no: open };
  if (path === '/repay/index' && open && (tab === undefined || tab === 'payouts'))
    return { kind: tab === undefined ? 'withdrawal' : 'payout', no: open };
  if (path === '/repay/batch' && no) return { kind: 'batch', no };
  return path === '/agent/userlist' && open ? { kind: 'member', no: open } : undefined;
}

/** Remembers what is opened, from now on. Returns a function that stops. */
export function followObjects(): () => void {
  const remember = () => {
    const opened = objectAt(hashAddress.get());
    if (opened) keep([opened, ...recentObjects.get().filter(({ no }) => no !== opened.no)].slice(0, MOST));
  };
  remember();
  return hashAddress.listen(remember);
}

function keep(objects: readonly RecentObject[]): void {
  recentObjects.set(objects);
  try {
    sessionStorage.setItem(KEY, JSON.stringify(objects));
  } catch {
    // Without storage they last until the page is closed.
  }
}

function stored(): readonly RecentObject[] {
  try {
    const parsed: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return Array.isArray(parsed) ? parsed.filter(isRecent).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

function isRecent(value: unknown): value is RecentObject {
  const { kind, no } = (value ?? {}) as Partial<Record<keyof RecentObject, unknown>>;
  return kinds.some((each) => each === kind) && typeof no === 'string' && no !== '';
}

// The next user must not see them.
sessionEnded.listen(() => keep([]));
