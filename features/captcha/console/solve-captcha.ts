/**
 * Solves a captcha challenge and returns the three fields that the protected call sends. A worker solves the proof of
 * work without any user action. Geetest's widget is loaded only if the server says that geetest is in use and
 * available.
 */
import type { Language } from '#foundation/core/words.ts';
import { loadOrReport } from '#foundation/console/wire/lazy-code.ts';
import type { CaptchaInit } from '../contract.ts';
import { workAnswer, type CaptchaAnswer, type ProofOfWork, type WorkSolution } from '../proof-of-work.ts';
import { solveWork } from '../solve.ts';
import type { WorkerReport } from './captcha-worker.ts';

export interface SolveCaptchaOptions {
  /** Stops the work or closes the widget; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Attempts made so far; at most about 280 are needed. Only called for the proof of work. */
  readonly onProgress?: (attempts: number) => void;
  /** The widget's language. */
  readonly language?: Language;
}

export async function solveCaptcha(init: CaptchaInit, options: SolveCaptchaOptions = {}): Promise<CaptchaAnswer> {
  options.signal?.throwIfAborted();
  if (isProofOfWork(init.altcha)) return workAnswer(init.altcha, await solveInWorker(init.altcha, options));
  if (init.provider === 'none') return { geetest_challenge: '', geetest_validate: '', geetest_seccode: '' };
  if (init.provider === 'geetest' && init.success === 1) {
    const { solveWithGeetest } = await loadOrReport(() => import('./geetest-widget.ts'));
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
    // If a worker cannot start (an old browser, a blocked fetch), the page solves it itself: no user must be locked
    // out.
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
