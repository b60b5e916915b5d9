/**
 * Run in a page before it acts: how long things stand there, and waits that a test ends by hand. Texts, as the page has
 * another library of types.
 */

/** Lets a test end in the page what `AbortSignal.timeout` was asked to end later, and tells how much later. */
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
 * Notes in the page for how long an alert stands there: its timers never end early, whatever the machine has to do.
 * The begin is noted as the alert is put there, as its timer starts before any observer is called.
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

/** Notes in the page how long anything moves, by the part of the page that it is of. */
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
