/**
 * Uploads files with progress, and downloads files. Headers, envelopes and errors are those of `api.ts`. These calls
 * show no loading overlay; the screen shows their progress next to the file.
 */
import { CallFailed } from './api-errors.ts';
import { apiHeaders, readAnswer, translate, reportError } from './api.ts';
import { API_BASE, CALL_TIMEOUT_MS, whole } from './early-calls.ts';

export interface UploadOptions {
  /** Aborts the upload; the promise rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Receives the share that has been sent, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
  /** The texts beside the file. */
  fields?: Readonly<Record<string, string>> | undefined;
}

/** Sends a file as the multipart field `file`, after the other fields. */
export async function uploadFile<Data>(path: string, file: Blob, options: UploadOptions = {}): Promise<Data> {
  try {
    const { status, text } = await send(path, file, options);
    return readAnswer({ ok: status >= 200 && status < 300, status, text }) as Data;
  } catch (error) {
    if (!options.signal?.aborted) reportError(error);
    throw error;
  }
}

/** Downloads a file. Shows no toast on failure; the caller shows the error in place of the file. */
export async function downloadFile(path: string, aborted: AbortSignal): Promise<Blob> {
  const headers = apiHeaders();
  const timeout = AbortSignal.timeout(CALL_TIMEOUT_MS);
  let response: Response;
  try {
    response = await fetch(API_BASE + path, {
      headers,
      credentials: 'same-origin',
      cache: 'no-store',
      signal: AbortSignal.any([aborted, timeout]),
    });
    if (response.ok && !isJson(response)) return await response.blob();
  } catch (error) {
    if (aborted.aborted) throw error;
    throw new CallFailed(translate(timeout.aborted ? 'timed_out' : 'network_failed'), 0);
  }
  readAnswer(await whole(response));
  throw new CallFailed(translate('server_failed'), response.status);
}

/** Uses XMLHttpRequest, because `fetch` reports no upload progress. */
function send(
  path: string,
  file: Blob,
  { signal, onProgress, fields = {} }: UploadOptions,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const form = new FormData();
    for (const [name, text] of Object.entries(fields)) form.append(name, text);
    form.append('file', file);
    request.open('POST', API_BASE + path);
    for (const [name, value] of Object.entries(apiHeaders())) request.setRequestHeader(name, value);
    request.timeout = CALL_TIMEOUT_MS;
    request.upload.addEventListener(
      'progress',
      ({ loaded, total, lengthComputable }) => lengthComputable && onProgress?.(loaded / total),
    );
    request.addEventListener('load', () => resolve({ status: request.status, text: request.responseText }));
    request.addEventListener('error', () => reject(new CallFailed(translate('network_failed'), 0)));
    request.addEventListener('timeout', () => reject(new CallFailed(translate('timed_out'), 0)));
    request.addEventListener('abort', () => reject(reasonOf(signal)));
    if (signal?.aborted) return reject(reasonOf(signal));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    return request.send(form);
  });
}

function reasonOf(signal: AbortSignal | undefined): Error {
  return signal?.reason instanceof Error ? signal.reason : new DOMException('the upload was aborted', 'AbortError');
}

function isJson(response: Response): boolean {
  return (response.headers.get('content-type') ?? '').startsWith('application/json');
}
