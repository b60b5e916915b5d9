import { waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { GeetestClosed, solveWithGeetest } from './geetest-widget.ts';

const init = {
  provider: 'geetest',
  gt: 'public-id',
  challenge: 'c'.repeat(32),
  success: 1,
  new_captcha: true,
} as const;
const answer = {
  geetest_challenge: `${init.challenge}ab`,
  geetest_validate: 'f'.repeat(32),
  geetest_seccode: `${'f'.repeat(32)}|jordan`,
};
const page = window as Window & { initGeetest?: unknown };

afterEach(() => {
  delete page.initGeetest;
});

describe("geetest's widget", () => {
  it('rejects if it does not load, and can be retried', async () => {
    const first = solveWithGeetest(init);
    script()?.dispatchEvent(new Event('error'));
    await expect(first).rejects.toThrow('could not be loaded');
    expect(script()).toBeNull();
    const second = solveWithGeetest(init);
    script()?.dispatchEvent(new Event('load'));
    await expect(second).rejects.toThrow('could not be loaded');
  });

  it("opens by itself with the server's challenge and returns only the three fields", async () => {
    const widget = installWidget('onSuccess');
    const solving = solveWithGeetest(init, { language: 'zh' });
    script()?.dispatchEvent(new Event('load'));
    expect(await solving).toEqual(answer);
    expect(widget.settings).toMatchObject({
      gt: 'public-id',
      challenge: init.challenge,
      offline: false,
      new_captcha: true,
      product: 'bind',
      lang: 'zh-cn',
    });
    expect(widget.destroyed).toBe(1);
  });

  // The script stays on the page: from here on it is not fetched again.
  it('rejects with GeetestClosed if the user closes it, and with an error if it fails', async () => {
    installWidget('onClose');
    await expect(solveWithGeetest(init)).rejects.toBeInstanceOf(GeetestClosed);
    installWidget('onError');
    await expect(solveWithGeetest(init)).rejects.toThrow('could not run');
    expect(document.querySelectorAll('script')).toHaveLength(1);
  });

  it('is destroyed when aborted', async () => {
    const widget = installWidget(undefined);
    const leave = new AbortController();
    const solving = solveWithGeetest(init, { signal: leave.signal });
    await waitFor(() => expect(widget.settings).toBeDefined());
    leave.abort(new Error('left the page'));
    await expect(solving).rejects.toThrow('left the page');
    expect(widget.destroyed).toBe(1);
  });
});

function script(): HTMLScriptElement | null {
  return document.querySelector('script[src^="https://static.geetest.com/"]');
}

type Outcome = 'onSuccess' | 'onError' | 'onClose';

/** Replaces geetest's script, which a test must not fetch; `outcome` is what the user then does. */
let current: { settings: unknown; destroyed: number; outcome: Outcome | undefined };
function installWidget(outcome: Outcome | undefined): typeof current {
  current = { settings: undefined, destroyed: 0, outcome };
  page.initGeetest = (settings: unknown, ready: (widget: unknown) => void) => {
    const widget = current;
    widget.settings = settings;
    const then: Partial<Record<Outcome, () => void>> = {};
    ready({
      onReady: (open: () => void) => queueMicrotask(open),
      onSuccess: (done: () => void) => (then.onSuccess = done),
      onError: (done: () => void) => (then.onError = done),
      onClose: (done: () => void) => (then.onClose = done),
      verify: () => widget.outcome && then[widget.outcome]?.(),
      getValidate: () => ({ ...answer, extra: 'x' }),
      destroy: () => (widget.destroyed += 1),
    });
  };
  return current;
}
