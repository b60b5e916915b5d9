/** The navbar's way to the user's files. It counts those that are being prepared, as far as this page has heard. */
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { BarButton, Counted } from '#foundation/console/display/BarButton.tsx';
import { icon } from '#foundation/console/display/icons.tsx';
import { useLive } from '#foundation/console/wire/live.ts';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { useThrottledRefresh } from '#foundation/console/wire/use-throttled-refresh.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { downloadTitles } from '../screen-titles.ts';
import { downloadCalls } from './calls.ts';
import { DOWNLOADS_PATH } from './screens.ts';
import { DOWNLOADS } from './use-downloads.ts';

export const DownloadsIcon = icon(<path d="M12 4v11M7 11l5 5 5-5M5 20h14" />);

export function DownloadsLink() {
  const t = useWords(downloadTitles);
  const navigate = useNavigate();
  const [heard, setHeard] = useState(false);
  const { data } = useCall(downloadCalls, DOWNLOADS, { page: 1, limit: 1 }, { enabled: heard, quiet: true });
  const refreshSoon = useThrottledRefresh(DOWNLOADS);
  useLive('download.changed', () => {
    setHeard(true);
    refreshSoon();
  });
  const count = data?.extend.unfinished ?? 0;
  return (
    <BarButton
      label={count === 0 ? t('downloads') : t('downloads_unfinished', { count })}
      onClick={() => void navigate({ to: DOWNLOADS_PATH, search: {} })}
    >
      <Counted count={count}>
        <DownloadsIcon size={18} />
      </Counted>
    </BarButton>
  );
}
