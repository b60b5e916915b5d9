/** Downloads a list as a file and shows the result. */
import { CallFailed, CallRefused, LoggedOut } from '#foundation/console/wire/api-errors.ts';
import { language } from '#foundation/console/page/language.ts';
import { saveFile, takeFile } from '#foundation/console/wire/take-file.ts';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import type { ExportKindName } from '#features/export-kinds.ts';
import type { ExportFormat } from '../rules.ts';
import { exportScreenWords } from '../screen-words.ts';
import { runningExports } from './running-exports.ts';

export interface WantedExport {
  kind: ExportKindName;
  format: ExportFormat;
  /** The input of the list's own call, without the page. */
  filter: Readonly<Record<string, unknown>>;
}

/** Steps of the shown progress, so that the number does not flicker. */
const SHOWN_STEP_BYTES = 100_000;

/** Resolves when the file is saved, has failed, or was stopped. */
export async function takeExport(wanted: WantedExport): Promise<void> {
  const stop = new AbortController();
  const show = (bytes: number): void =>
    runningExports.set(new Map(runningExports.get()).set(wanted.kind, { bytes, stop }));
  show(0);
  try {
    const onProgress = (bytes: number): void => {
      const shown = bytes - (bytes % SHOWN_STEP_BYTES);
      if (!stop.signal.aborted && shown !== runningExports.get().get(wanted.kind)?.bytes) show(shown);
    };
    const file = await takeFile('/user/export', wanted, { signal: stop.signal, onProgress });
    if ('data' in file) {
      showToast(formatPhrase(exportScreenWords.export_later, language.get()), 'good');
      return;
    }
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
    if (runningExports.get().get(wanted.kind)?.stop === stop) {
      const others = new Map(runningExports.get());
      others.delete(wanted.kind);
      runningExports.set(others);
    }
  }
}
