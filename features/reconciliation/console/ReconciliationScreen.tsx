/** The platform against its upstreams: days, differences, what they owe, their statements, and how those are read. */
import { ChoiceTabs } from '#foundation/console/display/ChoiceTabs.tsx';
import { useFormat } from '#foundation/console/display/format.tsx';
import { PageHeader } from '#foundation/console/display/layout.tsx';
import { usePageAddress } from '#foundation/console/page/page-address.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { reconciliationTitles } from '../screen-titles.ts';
import { reconciliationWords } from '../screen-words.ts';
import { matchingCalls } from './calls.ts';
import { ClearingPart } from './ClearingPart.tsx';
import { DayPart } from './DayPart.tsx';
import { DaysPart } from './DaysPart.tsx';
import { DifferencesPart } from './differences/DifferencesPart.tsx';
import { FilesPart } from './FilesPart.tsx';
import { MappingsPart } from './mappings/MappingsPart.tsx';
import classes from './Reconciliation.module.css';
import { UploadButton } from './UploadButton.tsx';

const parts = {
  days: DaysPart,
  differences: DifferencesPart,
  clearing: ClearingPart,
  files: FilesPart,
  mappings: MappingsPart,
} as const;
type Part = keyof typeof parts;
const partNames = Object.keys(parts) as Part[];

function ReconciliationScreen() {
  const t = useWords(reconciliationWords);
  const title = useWords(reconciliationTitles)('reconciliation');
  const format = useFormat();
  const { params, change } = usePageAddress();
  const part = partNames.find((name) => name === params['part']) ?? 'days';
  // One day is below the grid of days.
  const isDay = part === 'days' && params['upstream'] !== undefined && params['day'] !== undefined;
  const open = useCall(matchingCalls, '/operator/reconciliation/differences', { limit: 1 }, { deferred: true }).data
    ?.extend.open;
  const Shown = isDay ? DayPart : parts[part];
  return (
    <>
      <PageHeader title={title} hint={t('hint', { zone: format.zone })} actions={<UploadButton />} />
      <div className={classes.tabs}>
        <ChoiceTabs
          label={t('parts')}
          value={part}
          options={partNames.map((value) => ({
            value,
            label: t(`part_${value}`),
            note: value === 'differences' && open ? format.number(open) : undefined,
          }))}
          // Filters and pages belong to one part.
          onChange={(value) => change(() => (value === 'days' ? {} : { part: value }))}
        />
      </div>
      <Shown key={isDay ? 'day' : part} />
    </>
  );
}

export { ReconciliationScreen as Screen };
