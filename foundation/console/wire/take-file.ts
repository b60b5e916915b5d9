/**
 * Downloads a file that the server writes while it is sent, and saves it. Headers, envelopes and errors are those of
 * `api.ts`. The timeout applies only until the response begins, as a large file can take long; the user can cancel.
 */
import { CallFailed } from './api-errors.ts';
import { apiHeaders, readAnswer, translate, reportError } from './api.ts';
import { API_BASE, CALL_TIMEOUT_MS, whole } from './early-calls.ts';

const OBJECT_URL_MS = 60_000;

export interface TakeOptions {
  /** Aborts the download; the promise rejects with the signal's reason. */
  signal: AbortSignal;
  /** Receives the number of bytes received so far. The total is not known. */
  onProgress(bytes: number): void;
}

export interface TakenFile {
  blob: Blob;
  fileName: string;
}

/** Returns the file; or the data of the answer, if the call answers with data instead. */
export async function takeFile(
  path: string,
  input: object,
  { signal, onProgress }: TakeOptions,
): Promise<TakenFile | { data: unknown }> {
  try {
    const response = await begin(path, input, signal);
    if (response.ok && !isEnvelope(response))
      return { blob: await read(response, signal, onProgress), fileName: fileNameOf(response) };
    return { data: readAnswer(await whole(response)) };
  } catch (error) {
    if (signal.aborted) throw error;
    const reported = error instanceof TypeError ? new CallFailed(translate('network_failed'), 0) : error;
    reportError(reported);
    throw reported;
  }
}

/** Saves a file to the browser's download folder. */
export function saveFile({ blob, fileName }: TakenFile): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = fileName;
  link.click();
  // Some browsers read the URL only after this task.
  setTimeout(() => URL.revokeObjectURL(link.href), OBJECT_URL_MS);
}

async function begin(path: string, input: object, signal: AbortSignal): Promise<Response> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), CALL_TIMEOUT_MS);
  try {
    return await fetch(API_BASE + path, {
      method: 'POST',
      headers: { ...apiHeaders(), 'Content-Type': 'application/json' },
      body: JSON.stringify(input),
      credentials: 'same-origin',
      cache: 'no-store',
      signal: AbortSignal.any([signal, late.signal]),
    });
  } catch (error) {
    throw late.signal.aborted ? new CallFailed(translate('timed_out'), 0) : error;
  } finally {
    clearTimeout(timer);
  }
}

async function read(response: Response, signal: AbortSignal, onProgress: TakeOptions['onProgress']): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const user = response.body?.getReader();
  for (let piece = await user?.read(); piece && !piece.done; piece = await user?.read()) {
    signal.throwIfAborted();
    pieces.push(piece.value);
    onProgress((bytes += piece.value.length));
  }
  return new Blob(pieces, { type: response.headers.get('content-type') ?? '' });
}

function fileNameOf(response: Response): string {
  return /filename="([\w.-]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'export';
}

function isEnvelope(response: Response): boolean {
  return (response.headers.get('content-type') ?? '').startsWith('application/json');
}
