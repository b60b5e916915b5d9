/** Adds what jsdom lacks for the component tests, and cleans the page after each one. */
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { defaultLanguage } from '#foundation/core/words.ts';
import { language } from '#foundation/console/page/language.ts';
import { disownTab } from '#foundation/console/wire/tab-session.ts';
import { toasts } from '#foundation/console/overlay/toasts.ts';
import { takeToken } from '#foundation/console/wire/token.ts';

// The default of one second is too short when other tests run at the same time.
configure({ asyncUtilTimeout: 20_000 });

window.matchMedia ??= (query) => ({
  matches: false,
  media: query,
  onchange: null,
  addEventListener() {},
  removeEventListener() {},
  addListener() {},
  removeListener() {},
  dispatchEvent: () => false,
});
window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
window.scrollTo = () => {};
Element.prototype.scrollIntoView ??= () => {};

afterEach(() => {
  cleanup();
  for (const pair of document.cookie.split('; ')) document.cookie = `${pair.split('=')[0]}=; Path=/; Max-Age=0`;
  takeToken(undefined);
  disownTab();
  localStorage.clear();
  window.location.hash = '';
  language.set(defaultLanguage);
  toasts.set([]);
});
