/** Settings, their history and the holidays of a year as files: the rows of their lists, with values as people read them. */
import { z } from 'zod';
import { type ExportContext, type ExportKind, exportKind } from '#features/exports/server/kind.ts';
import { columnsFor, listFile } from '#features/exports/server/list-file.ts';
import { boundsOf, isSettingName, settingFields } from '#features/platform/setting-fields.ts';
import { formatOf } from '#foundation/core/format.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import { pageBatches } from '#foundation/server/postgres/cursor.ts';
import { CalendarFilter, SettingChangeFilter, type SettingRow, type SpecialDay } from '../../setting-contract.ts';
import { settingText, settingTitle, type SettingTranslate } from '../../setting-text.ts';
import { settingWords } from '../../setting-words.ts';
import { daysOfYear } from './calendar.ts';
import { settingRows, type SettingListDeps } from './calls.ts';
import { countChanges, type NamedChange, selectChanges } from './store.ts';

function wordsIn({ language }: ExportContext): SettingTranslate {
  return (name, values) => formatPhrase(settingWords[name], language, values);
}

export function settingExport(deps: SettingListDeps): ExportKind {
  return exportKind({
    who: 'operators',
    right: 'settings.view',
    filter: z.strictObject({}),
    async list(context) {
      const { language, timeZone } = context;
      const { currency } = await deps.platform.settings();
      const t = wordsIn(context);
      const format = formatOf(language, { currency, timeZone });
      const { text, time } = columnsFor<SettingRow>(context);
      const boundsText = ({ name }: SettingRow): string | null => {
        const bounds = boundsOf(name);
        return bounds === undefined ? null : t('bounds', { ...bounds });
      };
      return listFile({
        title: t('part_settings'),
        columns: [
          text(settingWords.group, ({ name }) => t(`group_${settingFields[name].group}`)),
          text(settingWords.setting, ({ name }) => settingTitle(t, name)),
          text(settingWords.value, ({ name, value }) => settingText(t, format, name, value)),
          text(settingWords.preset_value, ({ name, preset }) => settingText(t, format, name, preset)),
          text(settingWords.bounds_of, boundsText),
          text(settingWords.waits, ({ name, waiting }) =>
            waiting === null
              ? null
              : t('waits_for', { user: waiting.proposedBy, value: settingText(t, format, name, waiting.value) }),
          ),
          text(settingWords.who, ({ changedBy }) => changedBy),
          time(settingWords.changed_at, ({ changedAt }) => changedAt),
        ],
        count: async () => (await settingRows(deps, context)).length,
        async *batches() {
          yield await settingRows(deps, context);
        },
      });
    },
  });
}

export function settingChangeExport({ db, platform }: Pick<SettingListDeps, 'db' | 'platform'>): ExportKind {
  return exportKind({
    who: 'operators',
    right: 'settings.view',
    filter: SettingChangeFilter.omit({ page: true, limit: true }),
    async list(context, { name: of, order }) {
      const { language, timeZone } = context;
      const { currency } = await platform.settings();
      const t = wordsIn(context);
      const format = formatOf(language, { currency, timeZone });
      const { text, time } = columnsFor<NamedChange>(context);
      const valueText = ({ name }: NamedChange, value: NamedChange['before']): string => {
        if (isSettingName(name)) return settingText(t, format, name, value);
        return value.value || t('none');
      };
      return listFile({
        title: t('part_changes'),
        columns: [
          time(settingWords.when, ({ changedAt }) => changedAt),
          text(settingWords.setting, ({ name }) => settingTitle(t, name)),
          text(settingWords.before, (row) => valueText(row, row.before)),
          text(settingWords.after, (row) => valueText(row, row.after)),
          text(settingWords.who, ({ changer, confirmer }) =>
            confirmer === null ? changer : t('and_by', { one: changer, other: confirmer }),
          ),
          text(settingWords.reason, ({ reason }) => reason),
        ],
        count: () => countChanges(db, of),
        batches: () =>
          pageBatches<NamedChange>(db, (on, { limit, offset }) => selectChanges(on, of, { order, limit, offset })),
      });
    },
  });
}

export function holidayExport({ db, platform }: Pick<SettingListDeps, 'db' | 'platform'>): ExportKind {
  return exportKind({
    who: 'operators',
    right: 'settings.view',
    filter: CalendarFilter,
    list(context, { year }) {
      const t = wordsIn(context);
      const { text } = columnsFor<SpecialDay>(context);
      const days = () => daysOfYear({ platform }, db, year);
      return listFile({
        title: t('holidays_of', { year: String(year) }),
        columns: [
          text(settingWords.day, ({ day }) => day),
          text(settingWords.day_kind, ({ working }) => t(working ? 'working_day' : 'day_off')),
          text(settingWords.day_name, ({ name }) => name),
        ],
        count: async () => (await days()).length,
        async *batches() {
          yield await days();
        },
      });
    },
  });
}
