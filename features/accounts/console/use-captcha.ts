/**
 * Solves a captcha in the background while the user types. An answer can be used once, even if the password was wrong:
 * after every use the next one is prepared.
 */
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { CaptchaInit } from '#features/captcha/contract.ts';
import { CallFailed, CallRefused, CaptchaNeeded } from '#foundation/console/wire/api-errors.ts';
import { captchaCalls } from '#features/captcha/console/calls.ts';
import { callApi } from '#foundation/console/wire/api.ts';
import { language } from '#foundation/console/page/language.ts';
import { loadOrReport } from '#foundation/console/wire/lazy-code.ts';

export interface CaptchaAnswer {
  geetest_challenge: string;
  geetest_validate: string;
  geetest_seccode: string;
}

/** Shorter than a challenge's lifetime, so that no expired answer is sent. */
const FRESH_MS = 4 * 60_000;

interface Prepared {
  init: CaptchaInit;
  atMs: number;
  /** Absent until needed, for a captcha that asks the user. */
  answer: Promise<CaptchaAnswer> | undefined;
}

/**
 * The error shown in the form when no captcha was accepted: the reason if none could be fetched, otherwise `failed`.
 */
export function captchaFault({ cause }: CaptchaNeeded, failed: string): string {
  return cause instanceof CallFailed || cause instanceof CallRefused ? cause.message : failed;
}

export interface Captcha {
  /**
   * Sends with an answer: `captcha.send((answer) => callApi(…, { …input, …answer }))`. If the server asks for another
   * captcha, solves one and sends once more; a second refusal is thrown.
   */
  send<Result>(send: (answer: CaptchaAnswer) => Promise<Result>): Promise<Result>;
  /** Starts on the next answer, if another call is expected after a success. */
  prepare(): void;
}

export function useCaptcha(): Captcha {
  const kept = useRef<Promise<Prepared> | undefined>(undefined);
  const left = useRef<AbortController | undefined>(undefined);

  const prepare = useCallback(() => {
    const next = prepared(left.current?.signal, false);
    kept.current = next;
    // Reported when the answer is needed, not while the user types.
    next.catch(() => undefined);
  }, []);

  useEffect(() => {
    left.current = new AbortController();
    prepare();
    return () => left.current?.abort();
  }, [prepare]);

  const answer = useCallback(async (): Promise<CaptchaAnswer> => {
    const signal = left.current?.signal;
    const waiting = (await kept.current?.catch(() => undefined)) ?? (await prepared(signal, true));
    kept.current = undefined;
    const current = Date.now() - waiting.atMs < FRESH_MS ? waiting : await prepared(signal, true);
    // If it failed in the background, try again now that it is needed.
    return (await current.answer?.catch(() => undefined)) ?? solved(current.init, signal, true);
  }, []);

  const send: Captcha['send'] = useCallback(
    async (sendOnce) => {
      try {
        return await sendOnce(await answer());
      } catch (error) {
        if (!(error instanceof CaptchaNeeded)) {
          prepare();
          throw error;
        }
      }
      try {
        return await sendOnce(await answer());
      } catch (error) {
        prepare();
        throw error;
      }
    },
    [answer, prepare],
  );

  return useMemo(() => ({ send, prepare }), [send, prepare]);
}

/** `wanted` means that the user waits for it; a failure is then shown in the form. */
async function prepared(signal: AbortSignal | undefined, wanted: boolean): Promise<Prepared> {
  const init = await callApi(captchaCalls, '/captcha/init', undefined, {
    quiet: true,
    background: !wanted,
    signal,
  }).catch((error: unknown) => {
    throw signal?.aborted || !(error instanceof Error) ? error : new CaptchaNeeded(error.message, { cause: error });
  });
  const isInteractive = init.provider === 'geetest' && init.success === 1;
  const answer = isInteractive ? undefined : solved(init, signal, false);
  answer?.catch(() => undefined);
  return { init, atMs: Date.now(), answer };
}

/** The solver is a chunk of its own, so that the form appears without waiting for it. */
async function solved(init: CaptchaInit, signal: AbortSignal | undefined, wanted: boolean): Promise<CaptchaAnswer> {
  const load = () => import('#features/captcha/console/solve-captcha.ts');
  const { solveCaptcha } = await (wanted ? loadOrReport(load) : load());
  try {
    return await solveCaptcha(init, { language: language.get(), ...(signal ? { signal } : {}) });
  } catch (error) {
    // A solver that failed to load was already reported, and says nothing about the answer.
    if (signal?.aborted || error instanceof CallFailed || (error instanceof Error && error.name === 'GeetestClosed'))
      throw error;
    // No answer counts as a wrong one: the next challenge is tried before the user sees an error.
    throw new CaptchaNeeded('the captcha was not solved', { cause: error });
  }
}
