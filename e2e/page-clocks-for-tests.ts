/**
 * Scripts that run in the page before a test acts: they measure durations and let a test end timeouts by hand. They are
 * strings because the page has other type libraries.
 */

/** Lets a test end every `AbortSignal.timeout` at once, and records the requested durations. */
export const timeoutsAtHand = `{
  const timeoutOf = AbortSignal.timeout.bind(AbortSignal);
  globalThis.timeoutsMs = new Set();
  const atHand = new Set();
  AbortSignal.timeout = (ms) => {
    timeoutsMs.add(ms);
    const hand = new AbortController();
    atHand.add(hand);
    return AbortSignal.any([timeoutOf(ms), hand.signal]);
  };
  globalThis.timeOut = () => atHand.forEach((hand) => hand.abort(new DOMException('signal timed out', 'TimeoutError')));
}`;

/**
 * Measures how long an alert is shown; its timers never end early, however busy the machine is. The start is taken when
 * the alert is inserted, because its timer starts before any observer runs.
 */
export const watchAlert = `(() => {
  let from;
  const isThere = () => document.querySelector('[role=alert]') !== null;
  for (const put of ['appendChild', 'insertBefore']) {
    const original = Node.prototype[put];
    Node.prototype[put] = function (...nodes) {
      const now = performance.now();
      const node = original.apply(this, nodes);
      if (from === undefined && isThere()) from = now;
      return node;
    };
  }
  new MutationObserver(() => {
    if (from !== undefined && !isThere()) globalThis.alertShownMs ??= performance.now() - from;
  }).observe(document.body, { childList: true, subtree: true });
})()`;

/** Measures the longest animation of each part of the page. */
export const watchMotion = `{
  globalThis.movedMs = {};
  const note = (element, ms) => {
    const part = element.closest('[role=dialog], [role=menu], [role=alert], aside');
    const name = part === null ? 'page' : (part.getAttribute('role') ?? part.localName);
    movedMs[name] = Math.max(movedMs[name] ?? 0, ms);
  };
  for (const type of ['transitionend', 'animationend']) addEventListener(type, ({ target, elapsedTime }) => note(target, elapsedTime * 1000), true);
  const look = () => {
    for (const { effect } of document.getAnimations()) note(effect.target, effect.getComputedTiming().activeDuration);
    requestAnimationFrame(look);
  };
  look();
}`;
