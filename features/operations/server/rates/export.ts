/** Members' rates as a file: a row for each member and channel, in a form that can be read back. */
import type { ChannelVerbs } from '#features/channels/server/verbs.ts';
import { channelSetups } from '#features/channels/server/setting-up.ts';
import { type ExportKind, exportKind } from '#features/exports/server/kind.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import { cursorBatches } from '#foundation/server/postgres/cursor.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import type { Cell, SheetColumn } from '#foundation/server/sheets/sheet.ts';
import { OperatorMemberFilter } from '../../member-contract.ts';
import { OperatorRateFilter, type RateCell } from '../../rate-contract.ts';
import { rateFileColumns, rateFileTexts } from '../../rate-file-words.ts';
import { countMembers, memberRows } from '../members/listing.ts';
import { cellOf } from './cells.ts';

export interface RateExportDeps {
  db: Database;
  platform: Pick<PlatformVerbs, 'settings'>;
  channels: Pick<ChannelVerbs, 'memberRates'>;
}

const columnNames = [
  'memberNo',
  'name',
  'kind',
  'upline',
  'code',
  'percent',
  'fixed',
  'minFee',
  'maxFee',
  'own',
  'margin',
  'remark',
] as const;

const amounts: readonly string[] = ['fixed', 'minFee', 'maxFee', 'margin'];

export function rateExport({ db, platform, channels }: RateExportDeps): ExportKind {
  return exportKind({
    who: 'operators',
    right: 'rates.view',
    filter: OperatorRateFilter.omit({ page: true, limit: true }),
    async list({ language }, { order, q, kind, uplineNo }) {
      const { currency } = await platform.settings();
      const filter = {
        ...OperatorMemberFilter.parse({ order, sort: 'memberNo', q, kind }),
        ...(uplineNo === undefined ? {} : { uplineNo }),
      };
      const text = (name: keyof typeof rateFileTexts) => formatPhrase(rateFileTexts[name], language);
      const remark = ({ closed, belowCost, belowAgent }: RateCell): string =>
        [closed && text('closed'), belowCost && text('below_cost'), belowAgent && text('below_agent')]
          .filter((part) => part !== false)
          .join(', ');
      return {
        title: formatPhrase(rateFileColumns.title, language),
        columns: columnNames.map((name): SheetColumn => ({
          header: formatPhrase(rateFileColumns[name], language),
          kind: amounts.includes(name) ? 'amount' : 'text',
        })),
        count: async () => {
          const [members, setups] = await Promise.all([countMembers(db, filter), channelSetups(db)]);
          return members * setups.length;
        },
        async *batches() {
          for await (const members of cursorBatches(db, memberRows(filter))) {
            const rates = await channels.memberRates(members.map(({ memberNo }) => memberNo));
            yield members.flatMap(({ memberNo, name, kind: memberKind, uplineNo: agentNo }) =>
              (rates.get(memberNo) ?? []).map((one): Cell[] => {
                const cell = cellOf(one, currency);
                return [
                  memberNo.toString(),
                  name,
                  text(memberKind),
                  agentNo?.toString() ?? null,
                  cell.code,
                  cell.rate.percent,
                  cell.rate.fixed,
                  cell.rate.minFee,
                  cell.rate.maxFee,
                  text(cell.own ? 'yes' : 'no'),
                  cell.margin,
                  remark(cell),
                ];
              }),
            );
          }
        },
      };
    },
  });
}
