/**
 * Turns a captcha's challenge into the triple that the protected call sends. The proof of work is solved in a worker
 * without the person doing anything; geetest's widget is fetched only when the server says that geetest is in use and
 * answering.
 */
import { loadedOrTold } from '#foundation/console/late-code.ts';
import type { CaptchaInit } from '../contract.ts';
import { workAnswer, type CaptchaAnswer, type ProofOfWork, type WorkSolution } from '../proof-of-work.ts';
import { solveWork } from '../solve.ts';
import type { WorkerReport } from './captcha-worker.ts';

export interface SolveCaptchaOptions {
  /** Ends the work or closes the widget; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Attempts made so far; the most that can be needed is about 280. Not called for other captchas. */
  readonly onProgress?: (attempts: number) => void;
  /** For a widget that speaks: en, zh, es or th. */
  readonly language?: string;
}

export async function solveCaptcha(init: CaptchaInit, options: SolveCaptchaOptions = {}): Promise<CaptchaAnswer> {
  options.signal?.throwIfAborted();
  if (isProofOfWork(init.altcha)) return workAnswer(init.altcha, await solveInWorker(init.altcha, options));
  if (init.provider === 'none') return { geetest_challenge: '', geetest_validate: '', geetest_seccode: '' };
  if (init.provider === 'geetest' && init.success === 1) {
    const { solveWithGeetest } = await loadedOrTold(() => import('./geetest-widget.ts'));
    return solveWithGeetest(init, options);
  }
  throw new Error(`The captcha has nothing to solve (${init.provider})`);
}

function solveInWorker(work: ProofOfWork, { signal, onProgress }: SolveCaptchaOptions): Promise<WorkSolution> {
  const inPage = (): Promise<WorkSolution> =>
    solveWork(work, { ...(signal && { signal }), ...(onProgress && { onProgress }) });
  if (typeof Worker === 'undefined') return inPage();
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./captcha-worker.ts', import.meta.url), { type: 'module' });
    const stop = (): void => end(() => reject(signal?.reason as Error));
    const end = (settle: () => void): void => {
      worker.terminate();
      signal?.removeEventListener('abort', stop);
      settle();
    };
    signal?.addEventListener('abort', stop, { once: true });
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerReport>) => {
      if ('attempts' in data) onProgress?.(data.attempts);
      else if ('solution' in data) end(() => resolve(data.solution));
      else end(() => reject(new Error(data.failure)));
    });
    // A worker that cannot start (an old browser, a blocked fetch) must not lock anyone out.
    worker.addEventListener('error', () => end(() => resolve(inPage())));
    worker.postMessage(work);
  });
}

function isProofOfWork(altcha: CaptchaInit['altcha']): altcha is ProofOfWork {
  return (
    typeof altcha?.['signature'] === 'string' &&
    typeof altcha['parameters'] === 'object' &&
    altcha['parameters'] !== null
  );
}
