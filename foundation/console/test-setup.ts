/** What a browser has and jsdom has not, for the component tests; and a clean page after each. */
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { defaultLanguage } from '#foundation/core/words.ts';
import { language } from './language.ts';
import { disownTab } from './tab-session.ts';
import { toasts } from './toasts.ts';
import { takeToken } from './token.ts';

// What is waited for comes when it comes: a second is short where other tests run beside.
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
