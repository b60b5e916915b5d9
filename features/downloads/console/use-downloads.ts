/** A page of the user's files. It follows the hints of the server, and asks for progress while one is not finished. */
import { useState } from 'react';
import { useLive } from '#foundation/console/wire/live.ts';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { useThrottledRefresh } from '#foundation/console/wire/use-throttled-refresh.ts';
import { downloadCalls } from './calls.ts';

/** The calls to refetch after a change. */
export const DOWNLOADS = '/user/downloads';
export const SCHEDULES = '/schedule/list';
const PROGRESS_MS = 2_000;

export function useDownloads(input: { page: number; limit: number; order?: 'asc' | 'desc' }) {
  const [follows, setFollows] = useState(false);
  const found = useCall(downloadCalls, DOWNLOADS, input, follows ? { refetchEveryMs: PROGRESS_MS } : {});
  const isUnfinished = (found.data?.extend.unfinished ?? 0) > 0;
  if (isUnfinished !== follows) setFollows(isUnfinished);
  const refreshSoon = useThrottledRefresh(DOWNLOADS);
  useLive('download.changed', refreshSoon);
  useLive('resumed', refreshSoon);
  return found;
}
