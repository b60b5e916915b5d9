/** The user's files and, as a second tab, the schedules that make some of them. The shown tab is in the address. */
import { ChoiceTabs } from '#foundation/console/display/ChoiceTabs.tsx';
import { PageHeader } from '#foundation/console/display/layout.tsx';
import { usePageAddress } from '#foundation/console/page/page-address.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { downloadTitles } from '../screen-titles.ts';
import { downloadWords } from '../screen-words.ts';
import { DownloadList } from './DownloadList.tsx';
import classes from './Downloads.module.css';
import { ScheduleList } from './ScheduleList.tsx';

const tabs = ['files', 'schedules'] as const;

function DownloadsScreen() {
  const t = useWords(downloadWords);
  const title = useWords(downloadTitles)('downloads');
  const { params, change } = usePageAddress();
  const tab = tabs.find((name) => name === params['tab']) ?? 'files';
  return (
    <>
      <PageHeader title={title} hint={t('hint')} />
      <div className={classes.tabs}>
        <ChoiceTabs
          label={t('views')}
          value={tab}
          options={tabs.map((value) => ({ value, label: t(value) }))}
          onChange={(chosen) => change(() => (chosen === 'files' ? {} : { tab: chosen }))}
        />
      </div>
      {tab === 'files' ? <DownloadList /> : <ScheduleList />}
    </>
  );
}

export { DownloadsScreen as Screen };
