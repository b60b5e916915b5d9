/** Downloads a list as a file and shows the result. The server may answer that it writes the file in the background. */
import { CallFailed, CallRefused, LoggedOut } from '#foundation/console/wire/api-errors.ts';
import { language } from '#foundation/console/page/language.ts';
import { saveFile, takeFile, type TakenFile, type TakeOptions } from '#foundation/console/wire/take-file.ts';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import type { ExportKindName } from '#features/export-kinds.ts';
import type { ExportFormat } from '../rules.ts';
import { exportScreenWords } from '../screen-words.ts';
import { exportInBackground, runningExports } from './running-exports.ts';

export interface WantedExport {
  kind: ExportKindName;
  format: ExportFormat;
  /** The input of the list's own call, without the page. */
  filter: Readonly<Record<string, unknown>>;
}

/** Steps of the shown progress, so that the number does not flicker. */
const SHOWN_STEP_BYTES = 100_000;

/** Resolves when the file is saved or left to the background, has failed, or was stopped. */
export async function takeExport(wanted: WantedExport): Promise<void> {
  await takeAndSave(wanted.kind, async (options) => {
    const file = await takeFile('/user/export', { ...options, input: wanted, instead: downloadIdIn });
    if (typeof file !== 'string') return file;
    exportInBackground.set(wanted.kind);
    return undefined;
  });
}

function downloadIdIn(data: unknown): string | undefined {
  return typeof data === 'object' && data !== null && 'downloadId' in data && typeof data.downloadId === 'string'
    ? data.downloadId
    : undefined;
}

/** Takes a file with its progress in `runningExports` under the key, and saves it. */
export async function takeAndSave(
  key: string,
  take: (options: TakeOptions) => Promise<TakenFile | undefined>,
): Promise<void> {
  const stop = new AbortController();
  const show = (bytes: number): void => runningExports.set(new Map(runningExports.get()).set(key, { bytes, stop }));
  show(0);
  try {
    const onProgress = (bytes: number): void => {
      const shown = bytes - (bytes % SHOWN_STEP_BYTES);
      if (!stop.signal.aborted && shown !== runningExports.get().get(key)?.bytes) show(shown);
    };
    const file = await take({ signal: stop.signal, onProgress });
    if (file === undefined) return;
    saveFile(file);
    showToast(formatPhrase(exportScreenWords.exported, language.get(), { file: file.fileName }), 'good');
  } catch (error) {
    // Errors that are already shown, and a stop by the user, are expected.
    if (
      !stop.signal.aborted &&
      !(error instanceof CallFailed || error instanceof CallRefused || error instanceof LoggedOut)
    )
      throw error;
  } finally {
    if (runningExports.get().get(key)?.stop === stop) {
      const others = new Map(runningExports.get());
      others.delete(key);
      runningExports.set(others);
    }
  }
}
