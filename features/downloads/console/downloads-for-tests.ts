/** The server's answers about files and schedules, for the tests of their screens. */
import { envelope } from '#features/accounts/console/user-info-for-tests.ts';
import { answerCalls, type FakeAnswers, fakeStream } from '#foundation/console/testing/render-for-tests.tsx';
import type { DownloadRow } from '../contract.ts';
import type { ScheduleRow } from '../schedule-contract.ts';

export function download(number: number, changes: Partial<DownloadRow> = {}): DownloadRow {
  return {
    id: `00000000-0000-4000-8000-00000000000${number}`,
    name: `order-2026-11-0${number}.csv`,
    kind: 'order',
    format: 'csv',
    filter: 'Status: success',
    rows: 42_000,
    size: 5_240_000,
    state: 'ready',
    fault: null,
    progress: 100,
    scheduleId: null,
    report: null,
    createdAt: '2026-11-20T04:00:00.000Z',
    finishedAt: '2026-11-20T04:01:00.000Z',
    expiresAt: '2026-11-27T04:01:00.000Z',
    ...changes,
  };
}

/** Half of a file that is still written. */
export const running: Partial<DownloadRow> = {
  state: 'running',
  progress: 50,
  size: null,
  finishedAt: null,
  expiresAt: null,
};

export function schedule(number: number, changes: Partial<ScheduleRow> = {}): ScheduleRow {
  return {
    id: `10000000-0000-4000-8000-00000000000${number}`,
    kind: 'order',
    filter: { status: 'success' },
    filterText: 'Status: success',
    format: 'csv',
    every: 'week',
    at: '08:30',
    notifyUrl: null,
    nextAt: '2026-11-23T00:30:00.000Z',
    lastAt: null,
    createdAt: '2026-11-20T04:00:00.000Z',
    ...changes,
  };
}

const isUnfinished = ({ state }: DownloadRow) => state === 'waiting' || state === 'running';

/** The server keeps these rows; a test changes them. */
export function downloadWorld(rows: DownloadRow[], schedules: ScheduleRow[] = [], answers: FakeAnswers = {}) {
  const stream = fakeStream();
  const state = { rows, schedules };
  const sentCalls = answerCalls({
    '/events': stream.answer,
    '/user/downloads': ({ page, limit }: { page: number; limit: number }) =>
      envelope({
        total: state.rows.length,
        page,
        limit,
        list: state.rows.slice(0, limit),
        extend: { unfinished: state.rows.filter(isUnfinished).length, most: 200 },
      }),
    '/user/downloads/cancel': ({ id }: { id: string }) => {
      state.rows = state.rows.map((row) => (row.id === id ? { ...row, state: 'cancelled', progress: 0 } : row));
      return { code: 1 };
    },
    '/schedule/list': () => envelope({ list: state.schedules, most: 20, timeZone: 'Asia/Shanghai' }),
    '/schedule/save': () => envelope({ id: schedule(1).id }),
    '/schedule/remove': ({ id }: { id: string }) => {
      state.schedules = state.schedules.filter((row) => row.id !== id);
      return { code: 1 };
    },
    ...answers,
  });
  return {
    stream,
    state,
    of: (path: string) => sentCalls.filter((call) => call.path === path).map(({ body }) => body),
    sentCalls,
  };
}
