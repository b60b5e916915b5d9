/** Handlers of the calls about schedules. */
import { randomUUID } from 'node:crypto';
import { type AuditVerbs, actorOf } from '#features/audit/server/verbs.ts';
import type { MerchantKeyVerbs } from '#features/merchant-keys/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import { exportKinds, type ExportKindName } from '#features/export-kinds.ts';
import { isBankFormat } from '#features/exports/rules.ts';
import { type ExportKind, hasList } from '#features/exports/server/kind.ts';
import { type ServedContract, handlers } from '#foundation/server/http/handlers.ts';
import type { Outgoing } from '#foundation/server/outgoing/outgoing.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { filterText } from '../filter-words.ts';
import { MAX_SCHEDULES, nextRun, periodBefore } from '../rules.ts';
import { scheduleCalls } from '../schedule-contract.ts';
import { isId } from './calls.ts';
import { formatOf } from './file-writing.ts';
import {
  countSchedules,
  deleteSchedule,
  insertSchedule,
  lockSchedulesOf,
  selectSchedules,
  updateSchedule,
} from './store.ts';

export interface ScheduleCallDeps {
  db: Database;
  platform: Pick<PlatformVerbs, 'settings'>;
  audit: AuditVerbs;
  keys: Pick<MerchantKeyVerbs, 'find'>;
  outgoing: Pick<Outgoing, 'checkUrl'>;
  kinds: Readonly<Record<ExportKindName, ExportKind>>;
}

export function scheduleHandlers({ db, platform, audit, keys, outgoing, kinds }: ScheduleCallDeps): ServedContract {
  /** Undefined: it can be notified. */
  const addressFault = async (memberNo: bigint | null, url: string): Promise<string | undefined> => {
    if (memberNo === null) return 'notify_members_only';
    if (!outgoing.checkUrl(url).ok) return 'notify_url_form';
    // A session alone can save a schedule; listing a host takes the payment password.
    return (await keys.find(memberNo))?.isNotifyHostListed(url) ? undefined : 'notify_host_refused';
  };

  return handlers(scheduleCalls, {
    async '/schedule/list'({ session, language }) {
      const [found, { timeZone }] = await Promise.all([selectSchedules(db, session.userId), platform.settings()]);
      const list = found.flatMap(({ scheduleId, nextAt, lastAt, createdAt, ...schedule }) => {
        const kind = exportKinds.find((name) => name === schedule.kind);
        if (!kind) return [];
        return [
          {
            id: scheduleId,
            kind,
            filter: schedule.filter,
            filterText: filterText(schedule.filter, { language, timeZone }),
            format: formatOf(schedule.format),
            every: schedule.every,
            at: schedule.at,
            notifyUrl: schedule.notifyUrl,
            nextAt: nextAt.toISOString(),
            lastAt: lastAt?.toISOString() ?? null,
            createdAt: createdAt.toISOString(),
          },
        ];
      });
      return { list, most: MAX_SCHEDULES, timeZone };
    },

    async '/schedule/save'(context, { id, kind, filter, format, every, at, notifyUrl = null }) {
      const { session, language, now, refuse, wrongField } = context;
      const { periodField, open } = kinds[kind];
      if (!hasList(kinds[kind], session)) refuse('not_found');
      if (periodField === undefined) return wrongField('kind', 'not_periodic');
      const { timeZone } = await platform.settings();
      const { from, to } = periodBefore(every, now, timeZone);
      const kept = Object.fromEntries(Object.entries(filter).filter(([field]) => field !== periodField));
      const list = await open(
        { session, language, now, timeZone, format },
        { ...kept, [periodField]: { from: from.toISOString(), to: to.toISOString() } },
      );
      if ('word' in list)
        return wrongField(['filter', ...(list.field === '' ? [] : [list.field])].join('.'), list.word, list.values);
      if (isBankFormat(format) && !list.bank) return wrongField('format', 'format_whole');
      const fault = notifyUrl === null ? undefined : await addressFault(session.memberNo, notifyUrl);
      if (fault !== undefined) return wrongField('notifyUrl', fault);
      if (id !== undefined && !isId(id)) return refuse('not_found');
      const schedule = {
        scheduleId: id ?? randomUUID(),
        userId: session.userId,
        memberNo: session.memberNo,
        kind,
        format,
        filter: kept,
        language,
        every,
        at,
        notifyUrl,
        nextAt: nextRun(every, at, now, timeZone),
      };
      await db.transaction(async (tx) => {
        await lockSchedulesOf(tx, session.userId);
        if (id !== undefined) {
          if (!(await updateSchedule(tx, schedule))) refuse('not_found');
        } else {
          if ((await countSchedules(tx, session.userId)) >= MAX_SCHEDULES)
            refuse('schedules_full', { most: MAX_SCHEDULES });
          await insertSchedule(tx, { ...schedule, createdAt: now });
        }
        await audit.record(tx, {
          ...actorOf(context),
          action: 'schedule_saved',
          object: [kind, format, every, at, ...(notifyUrl === null ? [] : [new URL(notifyUrl).host])].join(' '),
        });
      });
      return { id: schedule.scheduleId };
    },

    async '/schedule/remove'(context, { id }) {
      await db.transaction(async (tx) => {
        if (!isId(id) || !(await deleteSchedule(tx, id, context.session.userId))) context.refuse('not_found');
        await audit.record(tx, { ...actorOf(context), action: 'schedule_removed', object: id });
      });
      return undefined;
    },
  });
}
