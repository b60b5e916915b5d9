/** Public API of the platform feature. Settings and the calendar are cached for one second. */
import type { Clock } from '#foundation/core/clock.ts';
import { CONSOLE_BASE } from '#foundation/server/http/console-api.ts';
import type { Database, Queryable, Tx } from '#foundation/server/postgres/database.ts';
import { hintOnCommit } from '#foundation/server/live/live.ts';
import { sha256 } from '#foundation/server/secrets/sealing.ts';
import { TtlCache } from '#foundation/server/process/ttl-cache.ts';
import { PlatformSettings } from '../settings.ts';
import {
  type AnnouncementRecord,
  type CalendarDay,
  deleteCalendarDays,
  deleteSetting,
  existsMember,
  existsSetting,
  insertAnnouncement,
  insertLogo,
  selectCalendar,
  selectCalendarDays,
  selectDeepestTree,
  selectLogo,
  selectSettings,
  upsertCalendarDays,
  upsertSetting,
} from './store.ts';

export type { CalendarDay };

/** Days that differ from the plain week: `YYYY-MM-DD` → whether it is a working day. */
export type Calendar = ReadonlyMap<string, boolean>;

export interface PlatformVerbs {
  settings(): Promise<PlatformSettings>;
  calendar(): Promise<Calendar>;
  /** Throws if `agentDepth` would sink below the depth of an existing tree. Every open console hears of it on commit. */
  setSettings(tx: Tx, changes: Partial<PlatformSettings>): Promise<void>;
  setCalendarDays(tx: Tx, days: readonly CalendarDay[]): Promise<void>;
  /** The special days from one day until another, both inclusive. */
  calendarDays(on: Queryable, from: string, until: string): Promise<CalendarDay[]>;
  /** These days become the only special ones between the two, both inclusive. */
  replaceCalendarDays(tx: Tx, from: string, until: string, days: readonly CalendarDay[]): Promise<void>;
  /** The levels of agents in the deepest tree; 0 without agents. */
  deepestTree(on: Queryable): Promise<number>;
  hasMembers(on: Queryable): Promise<boolean>;
  /** Keeps a picture as a logo, and returns its address. */
  keepLogo(tx: Tx, bytes: Buffer): Promise<string>;
  hasLogo(tx: Tx, address: string): Promise<boolean>;
  /** The logo at this address, if there is one. */
  logoAt(address: string): Promise<Buffer | undefined>;
  /** Whether a one-time step of this installation has been done. */
  isMarked(name: string): Promise<boolean>;
  mark(tx: Tx, name: string): Promise<void>;
  /** Notifies every open console on commit. */
  announce(tx: Tx, announcement: AnnouncementRecord): Promise<void>;
  /**
   * Stores a fact about the whole platform that is not a setting; undefined deletes it. It is stored in `settings` as
   * `sealed_<name>`.
   */
  keepFact(tx: Tx, name: string, fact: unknown): Promise<void>;
  /** Reads the settings again at their next use, since they have changed. */
  forgetSettings(): void;
  /** Reads the settings on the transaction's own connection, uncached. */
  settingsWithin(tx: Tx): Promise<PlatformSettings>;
}

export function platformVerbs({ db, clock }: { db: Database; clock: Clock }): PlatformVerbs {
  const settings = new TtlCache(clock, 1000, async () => PlatformSettings.parse(await selectSettings(db)));
  const calendar = new TtlCache(
    clock,
    1000,
    async (): Promise<Calendar> => new Map((await selectCalendar(db)).map(({ day, working }) => [day, working])),
  );
  return {
    settings: () => settings.get(),
    forgetSettings: () => settings.forget(),
    calendar: () => calendar.get(),
    async setSettings(tx, changes) {
      const known = PlatformSettings.partial().parse(changes);
      if (changes.agentDepth !== undefined) await refuseShallowTrees(tx, changes.agentDepth);
      // The schema fills in defaults; only the settings in `changes` are written.
      for (const [name, value] of Object.entries(known)) {
        if (name in changes) await upsertSetting(tx, name, value);
      }
      settings.forget();
      await hintOnCommit(tx, { memberNo: null, event: 'settings.changed' });
    },
    async setCalendarDays(tx, days) {
      await upsertCalendarDays(tx, days);
      calendar.forget();
    },
    calendarDays: selectCalendarDays,
    async replaceCalendarDays(tx, from, until, days) {
      await deleteCalendarDays(tx, from, until);
      if (days.length > 0) await upsertCalendarDays(tx, days);
      calendar.forget();
    },
    deepestTree: selectDeepestTree,
    hasMembers: existsMember,
    async keepLogo(tx, bytes) {
      const digest = sha256(bytes).toString('hex');
      await insertLogo(tx, digest, bytes, clock.now());
      return LOGO_PATH + digest;
    },
    hasLogo: async (tx, address) =>
      address.startsWith(LOGO_PATH) && (await selectLogo(tx, address.slice(LOGO_PATH.length))) !== undefined,
    logoAt: async (address) =>
      address.startsWith(LOGO_PATH) ? selectLogo(db, address.slice(LOGO_PATH.length)) : undefined,
    isMarked: (name) => existsSetting(db, MARK + name),
    mark: (tx, name) => upsertSetting(tx, MARK + name, clock.now().toISOString()),
    async announce(tx, announcement) {
      await insertAnnouncement(tx, announcement);
      await hintOnCommit(tx, { memberNo: null, event: 'announcement.new' });
    },
    keepFact: (tx, name, fact) =>
      fact === undefined ? deleteSetting(tx, `sealed_${name}`) : upsertSetting(tx, `sealed_${name}`, fact),
    settingsWithin: async (tx) => PlatformSettings.parse(await selectSettings(tx)),
  };
}

/** The depth can always be raised, even where a tree is deeper still. */
async function refuseShallowTrees(tx: Tx, agentDepth: number): Promise<void> {
  const current = PlatformSettings.parse(await selectSettings(tx)).agentDepth;
  const deepest = await selectDeepestTree(tx);
  if (agentDepth < current && agentDepth < deepest)
    throw new RangeError(`agentDepth can't be ${agentDepth}: a tree has ${deepest} levels of agents`);
}

/** Where logos are served. An address names the picture's content, so that it never changes. */
export const LOGO_PATH = `${CONSOLE_BASE}/logo/`;

/** Marks are stored in `settings`, but `selectSettings` skips them. */
const MARK = 'sealed_mark_';
