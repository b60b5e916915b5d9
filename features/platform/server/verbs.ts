/** Public API of the platform feature. Settings are cached for one second, the calendar for one minute. */
import type { Clock } from '#foundation/core/clock.ts';
import type { Database, Tx } from '#foundation/server/postgres/database.ts';
import { hintOnCommit } from '#foundation/server/live/live.ts';
import { TtlCache } from '#foundation/server/process/ttl-cache.ts';
import { PlatformSettings } from '../settings.ts';
import {
  type AnnouncementRecord,
  deleteSetting,
  existsSetting,
  insertAnnouncement,
  selectCalendar,
  selectDeepestTree,
  selectSettings,
  upsertCalendarDays,
  upsertSetting,
} from './store.ts';

/** Days that differ from the plain week: `YYYY-MM-DD` → whether it is a working day. */
export type Calendar = ReadonlyMap<string, boolean>;

export interface PlatformVerbs {
  settings(): Promise<PlatformSettings>;
  calendar(): Promise<Calendar>;
  /** Throws if `agentDepth` would sink below the depth of an existing tree. */
  setSettings(tx: Tx, changes: Partial<PlatformSettings>): Promise<void>;
  setCalendarDays(tx: Tx, days: readonly { day: string; working: boolean; name: string }[]): Promise<void>;
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
  /** Reads the settings on the transaction's own connection, uncached. */
  settingsWithin(tx: Tx): Promise<PlatformSettings>;
}

export function platformVerbs({ db, clock }: { db: Database; clock: Clock }): PlatformVerbs {
  const settings = new TtlCache(clock, 1000, async () => PlatformSettings.parse(await selectSettings(db.kysely)));
  const calendar = new TtlCache(
    clock,
    60_000,
    async (): Promise<Calendar> => new Map((await selectCalendar(db.kysely)).map(({ day, working }) => [day, working])),
  );
  return {
    settings: () => settings.get(),
    calendar: () => calendar.get(),
    async setSettings(tx, changes) {
      const known = PlatformSettings.partial().parse(changes);
      if (changes.agentDepth !== undefined) await refuseShallowTrees(tx, changes.agentDepth);
      // The schema fills in defaults; only the settings in `changes` are written.
      for (const [name, value] of Object.entries(known)) {
        if (name in changes) await upsertSetting(tx, name, value);
      }
      settings.forget();
    },
    async setCalendarDays(tx, days) {
      await upsertCalendarDays(tx, days);
      calendar.forget();
    },
    isMarked: (name) => existsSetting(db.kysely, MARK + name),
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

/** Marks are stored in `settings`, but `selectSettings` skips them. */
const MARK = 'sealed_mark_';
