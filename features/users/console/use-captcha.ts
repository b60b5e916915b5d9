/**
 * A captcha's answer, worked out unseen while somebody types. An answer counts once, also when the password was wrong:
 * after every use the next one is worked out.
 */
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { CaptchaInit } from '#features/captcha/contract.ts';
import { CallFailed, CallRefused, CaptchaNeeded } from '#foundation/console/wire/api-errors.ts';
import { captchaCalls } from '#features/captcha/console/calls.ts';
import { callApi } from '#foundation/console/wire/api.ts';
import { language } from '#foundation/console/page/language.ts';
import { loadedOrTold } from '#foundation/console/wire/late-code.ts';

export interface CaptchaAnswer {
  geetest_challenge: string;
  geetest_validate: string;
  geetest_seccode: string;
}

/** Shorter than a challenge lives, so that no stale answer is sent. */
const FRESH_MS = 4 * 60_000;

interface Prepared {
  init: CaptchaInit;
  atMs: number;
  /** Absent until it is wanted, for a captcha that asks the person. */
  answer: Promise<CaptchaAnswer> | undefined;
}

/** What stands beside the form when no captcha was good enough: why none could be had, else `failed`. */
export function captchaFault({ cause }: CaptchaNeeded, failed: string): string {
  return cause instanceof CallFailed || cause instanceof CallRefused ? cause.message : failed;
}

export interface Captcha {
  /**
   * Sends with an answer put in: `captcha.send((answer) => callApi(…, { …input, …answer }))`. When the server wants
   * another one, that is worked out and sent once more; a second refusal is the caller's.
   */
  send<Result>(send: (answer: CaptchaAnswer) => Promise<Result>): Promise<Result>;
  /** Begins with the next answer, when one more call is expected after a success. */
  prepare(): void;
}

export function useCaptcha(): Captcha {
  const kept = useRef<Promise<Prepared> | undefined>(undefined);
  const left = useRef<AbortController | undefined>(undefined);

  const prepare = useCallback(() => {
    const next = prepared(left.current?.signal, false);
    kept.current = next;
    // Told when it is wanted, not while somebody types.
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
    // What failed ahead is tried once more now that it is wanted.
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

/** `wanted`: somebody waits for it, and is told beside the form when it does not come. */
async function prepared(signal: AbortSignal | undefined, wanted: boolean): Promise<Prepared> {
  const init = await callApi(captchaCalls, '/captcha/init', undefined, {
    quiet: true,
    background: !wanted,
    signal,
  }).catch((error: unknown) => {
    throw signal?.aborted || !(error instanceof Error) ? error : new CaptchaNeeded(error.message, { cause: error });
  });
  const asksThePerson = init.provider === 'geetest' && init.success === 1;
  const answer = asksThePerson ? undefined : solved(init, signal, false);
  answer?.catch(() => undefined);
  return { init, atMs: Date.now(), answer };
}

/** The solver is its own chunk: nobody waits for it to see the form. */
async function solved(init: CaptchaInit, signal: AbortSignal | undefined, wanted: boolean): Promise<CaptchaAnswer> {
  const load = () => import('#features/captcha/console/solve-captcha.ts');
  const { solveCaptcha } = await (wanted ? loadedOrTold(load) : load());
  try {
    return await solveCaptcha(init, { language: language.get(), ...(signal ? { signal } : {}) });
  } catch (error) {
    // A solver that did not come was told, and says nothing of the answer.
    if (signal?.aborted || error instanceof CallFailed || (error instanceof Error && error.name === 'GeetestClosed'))
      throw error;
    // No answer is as good as a wrong one: the next challenge is tried, and then the person told.
    throw new CaptchaNeeded('the captcha was not solved', { cause: error });
  }
}
