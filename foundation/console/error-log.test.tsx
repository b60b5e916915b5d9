/** The log of what went wrong: everything that nobody handled, once, with where it arose; and nothing else. */
import { Component, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CallFailed, CallRefused, CaptchaNeeded, FieldErrors, LoggedOut, SecondStepNeeded } from './api-errors.ts';
import { clearErrors, errorLog, KEPT_ERRORS, rootErrorHandlers, watchErrors } from './error-log.ts';

let stop: () => void;
/** The browser's console would print what a test throws on purpose. */
const silence = (event: Event) => event.preventDefault();

beforeEach(() => {
  window.addEventListener('error', silence);
  stop = watchErrors();
});

afterEach(() => {
  stop();
  window.removeEventListener('error', silence);
  clearErrors();
});

const raise = (error: unknown, more: ErrorEventInit = {}) =>
  window.dispatchEvent(new ErrorEvent('error', { error, message: 'from the event', cancelable: true, ...more }));
const reject = (reason: unknown) => window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
const logged = () => errorLog.get().map(({ message, place, info }) => ({ message, place, info }));

describe('is logged', () => {
  test('what a script throws, with its place, the page and its trace', () => {
    window.location.hash = '#/order/list';
    const error = new TypeError('no such thing');
    raise(error, { filename: 'https://console/assets/a.js', lineno: 3, colno: 14 });
    expect(errorLog.get()).toEqual([
      expect.objectContaining({
        message: 'no such thing',
        place: 'script',
        info: 'https://console/assets/a.js:3:14',
        url: expect.stringMatching(/#\/order\/list$/),
        stack: error.stack,
        at: expect.any(Date),
      }),
    ]);
  });

  test('what a script throws that is no error', () => {
    raise('only a text');
    raise(null);
    expect(logged()).toEqual([
      { message: 'only a text', place: 'script', info: '' },
      { message: 'from the event', place: 'script', info: '' },
    ]);
  });

  test('a promise that nobody waited for', () => {
    reject(new Error('too late'));
    reject('a reason');
    expect(logged()).toEqual([
      { message: 'too late', place: 'promise', info: '' },
      { message: 'a reason', place: 'promise', info: '' },
    ]);
  });
});

describe('a component', () => {
  function Broken(): never {
    throw new Error('cannot be drawn');
  }
  class Guard extends Component<{ children: ReactNode }> {
    override state = { failed: false };
    static getDerivedStateFromError = () => ({ failed: true });
    override render() {
      return this.state.failed ? 'instead' : this.props.children;
    }
  }

  const draw = (what: ReactNode) =>
    flushSync(() => createRoot(document.createElement('div'), rootErrorHandlers).render(what));

  test('that throws is logged once, by its name, whether somebody catches it or not', () => {
    draw(
      <Guard>
        <Broken />
      </Guard>,
    );
    expect(logged()).toEqual([
      { message: 'cannot be drawn', place: 'component', info: expect.stringContaining('Broken') },
    ]);
    expect(errorLog.get()[0]?.stack).toMatch(/cannot be drawn[\s\S]+at Broken[\s\S]+at Guard/);

    draw(<Broken />);
    expect(logged().map(({ place }) => place)).toEqual(['component', 'component']);
  });

  test('that throws a text is logged by that text', () => {
    rootErrorHandlers.onCaughtError('a text', { componentStack: '\n    at Somewhere\n    at Root' });
    expect(logged()).toEqual([{ message: 'a text', place: 'component', info: 'at Somewhere' }]);
  });
});

describe('is not logged', () => {
  test.each([
    new CallFailed('out of reach', 0),
    new CallRefused('too little money', 0, 'balance_insufficient'),
    new CaptchaNeeded('again'),
    new FieldErrors('wrong', {}),
    new LoggedOut('ended'),
    new SecondStepNeeded('code', ['google']),
  ])('how a call ended: %o', (error) => {
    reject(error);
    raise(error);
    expect(errorLog.get()).toEqual([]);
  });

  test('a layout that took two rounds', () => {
    raise(null, { message: 'ResizeObserver loop completed with undelivered notifications.' });
    expect(errorLog.get()).toEqual([]);
  });

  test('anything after the watch has ended', () => {
    stop();
    raise(new Error('unseen'));
    reject(new Error('unseen'));
    expect(errorLog.get()).toEqual([]);
  });
});

test('only the newest are kept', () => {
  for (let number = 1; number <= KEPT_ERRORS + 3; number += 1) reject(`number ${number}`);
  const messages = errorLog.get().map(({ message }) => message);
  expect(messages).toHaveLength(KEPT_ERRORS);
  expect([messages[0], messages.at(-1)]).toEqual(['number 4', `number ${KEPT_ERRORS + 3}`]);
  expect(new Set(errorLog.get().map(({ id }) => id)).size).toBe(KEPT_ERRORS);
});
