/** The colours for the states of a file. */
import type { Tone } from '#foundation/console/display/StatusBadge.tsx';
import type { DownloadState } from '../rules.ts';

export const downloadTones: Readonly<Record<DownloadState, Tone>> = {
  waiting: 'idle',
  running: 'busy',
  ready: 'good',
  failed: 'bad',
  cancelled: 'idle',
};
