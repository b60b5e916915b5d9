/** The platform's settings, its holidays, and who changed what. */
import { ChoiceTabs } from '#foundation/console/display/ChoiceTabs.tsx';
import { PageHeader } from '#foundation/console/display/layout.tsx';
import { usePageAddress } from '#foundation/console/page/page-address.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { operatorTitles } from '../../screen-titles.ts';
import { settingWords } from '../../setting-words.ts';
import { ChangesTab } from './ChangesTab.tsx';
import { HolidaysTab } from './HolidaysTab.tsx';
import classes from './Settings.module.css';
import { SettingsTab } from './SettingsTab.tsx';

const parts = { settings: SettingsTab, holidays: HolidaysTab, changes: ChangesTab } as const;
type Part = keyof typeof parts;
const partNames = Object.keys(parts) as Part[];

function SettingsScreen() {
  const t = useWords(settingWords);
  const title = useWords(operatorTitles)('settings');
  const { params, change } = usePageAddress();
  const part = partNames.find((name) => name === params['part']) ?? 'settings';
  const Shown = parts[part];
  return (
    <>
      <PageHeader title={title} hint={t('hint')} />
      <div className={classes.tabs}>
        <ChoiceTabs
          label={t('parts')}
          value={part}
          options={partNames.map((value) => ({ value, label: t(`part_${value}`) }))}
          onChange={(value) => change(() => (value === 'settings' ? {} : { part: value }))}
        />
      </div>
      <Shown key={part} />
    </>
  );
}

export { SettingsScreen as Screen };
