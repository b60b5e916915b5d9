/**
 * Geetest's widget, version 3, bound to our button: it opens over the page and returns the three answer fields. It is
 * third-party code: loaded only here, only on demand, and only if the page's content security policy allows geetest's
 * hosts.
 */
import type { Language } from '#foundation/core/words.ts';
import type { CaptchaInit } from '../contract.ts';
import type { CaptchaAnswer } from '../proof-of-work.ts';

export interface GeetestOptions {
  readonly signal?: AbortSignal;
  readonly language?: Language;
}

/** Rejects if the script does not load, geetest reports an error, or the user closes the widget. */
export async function solveWithGeetest(
  init: CaptchaInit,
  { signal, language = 'en' }: GeetestOptions = {},
): Promise<CaptchaAnswer> {
  const initGeetest = await loadedGeetest();
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const { gt, challenge, new_captcha } = init;
    const lang = geetestLanguages[language];
    initGeetest({ gt, challenge, new_captcha, offline: false, product: 'bind', https: true, lang }, (widget) => {
      const end = (settle: () => void): void => {
        signal?.removeEventListener('abort', stop);
        widget.destroy?.();
        settle();
      };
      const stop = (): void => end(() => reject(signal?.reason as Error));
      signal?.addEventListener('abort', stop, { once: true });
      widget.onReady(() => widget.verify());
      widget.onSuccess(() => {
        const answer = widget.getValidate();
        if (answer) end(() => resolve(answerOf(answer)));
        else end(() => reject(new Error('Geetest reported success without an answer')));
      });
      widget.onError(() => end(() => reject(new Error('Geetest could not run'))));
      widget.onClose(() => end(() => reject(new GeetestClosed())));
      if (signal?.aborted === true) stop();
    });
  });
}

/** The user closed the widget without solving it. Not a failure to report. */
export class GeetestClosed extends Error {
  override readonly name = 'GeetestClosed';

  constructor() {
    super('The captcha was closed');
  }
}

const scriptUrl = 'https://static.geetest.com/static/tools/gt.js';
const scriptTimeoutMs = 15_000;

/** Geetest has no Thai, so Thai falls back to English. */
const geetestLanguages: Readonly<Record<Language, string>> = { en: 'en', zh: 'zh-cn', es: 'es', th: 'en' };

interface GeetestWidget {
  onReady(then: () => void): void;
  onSuccess(then: () => void): void;
  onError(then: () => void): void;
  onClose(then: () => void): void;
  verify(): void;
  getValidate(): CaptchaAnswer | false | undefined;
  destroy?(): void;
}
type InitGeetest = (settings: object, ready: (widget: GeetestWidget) => void) => void;

let loading: Promise<InitGeetest> | undefined;

/** Loads the script once per page; a failed load can be retried. */
function loadedGeetest(): Promise<InitGeetest> {
  loading ??= new Promise<InitGeetest>((resolve, reject) => {
    const script = document.createElement('script');
    const failed = (): void => {
      clearTimeout(late);
      script.remove();
      loading = undefined;
      reject(new Error('The captcha script could not be loaded'));
    };
    const late = setTimeout(failed, scriptTimeoutMs);
    script.addEventListener('error', failed);
    script.addEventListener('load', () => {
      const { initGeetest } = window as Window & { initGeetest?: InitGeetest };
      if (!initGeetest) return failed();
      clearTimeout(late);
      resolve(initGeetest);
    });
    script.src = scriptUrl;
    document.head.append(script);
  });
  return loading;
}

/** Copies only the three fields; the widget's object has others. */
function answerOf({ geetest_challenge, geetest_validate, geetest_seccode }: CaptchaAnswer): CaptchaAnswer {
  return { geetest_challenge, geetest_validate, geetest_seccode };
}
