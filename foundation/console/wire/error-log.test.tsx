/** The error log contains every unhandled error once, with its location, and nothing else. */
import { Component, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CallFailed, CallRefused, CaptchaNeeded, FieldErrors, LoggedOut, SecondStepNeeded } from './api-errors.ts';
import { clearErrors, errorLog, MAX_ERRORS, rootErrorHandlers, watchErrors } from './error-log.ts';

let stop: () => void;
/** Keeps errors that a test throws on purpose out of the browser's console. */
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

describe('the error log contains', () => {
  test('an error thrown by a script, with location, page address and stack', () => {
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

  test('a thrown value that is not an Error', () => {
    raise('only a text');
    raise(null);
    expect(logged()).toEqual([
      { message: 'only a text', place: 'script', info: '' },
      { message: 'from the event', place: 'script', info: '' },
    ]);
  });

  test('an unhandled rejection', () => {
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

  const render = (node: ReactNode) =>
    flushSync(() => createRoot(document.createElement('div'), rootErrorHandlers).render(node));

  test('that throws is logged once, with its name, whether an error boundary catches it or not', () => {
    render(
      <Guard>
        <Broken />
      </Guard>,
    );
    expect(logged()).toEqual([
      { message: 'cannot be drawn', place: 'component', info: expect.stringContaining('Broken') },
    ]);
    expect(errorLog.get()[0]?.stack).toMatch(/cannot be drawn[\s\S]+at Broken[\s\S]+at Guard/);

    render(<Broken />);
    expect(logged().map(({ place }) => place)).toEqual(['component', 'component']);
  });

  test('that throws a string is logged with that string', () => {
    rootErrorHandlers.onCaughtError('a text', { componentStack: '\n    at Somewhere\n    at Root' });
    expect(logged()).toEqual([{ message: 'a text', place: 'component', info: 'at Somewhere' }]);
  });
});

describe('the error log does not contain', () => {
  test.each([
    new CallFailed('out of reach', 0),
    new CallRefused('too little money', 0, 'balance_insufficient'),
    new CaptchaNeeded('again'),
    new FieldErrors('wrong', {}),
    new LoggedOut('ended'),
    new SecondStepNeeded('code', ['google']),
  ])('an error of a call: %o', (error) => {
    reject(error);
    raise(error);
    expect(errorLog.get()).toEqual([]);
  });

  test('a layout that took two rounds', () => {
    raise(null, { message: 'ResizeObserver loop completed with undelivered notifications.' });
    expect(errorLog.get()).toEqual([]);
  });

  test('errors after logging was stopped', () => {
    stop();
    raise(new Error('unseen'));
    reject(new Error('unseen'));
    expect(errorLog.get()).toEqual([]);
  });
});

test('only the newest errors are kept', () => {
  for (let number = 1; number <= MAX_ERRORS + 3; number += 1) reject(`number ${number}`);
  const messages = errorLog.get().map(({ message }) => message);
  expect(messages).toHaveLength(MAX_ERRORS);
  expect([messages[0], messages.at(-1)]).toEqual(['number 4', `number ${MAX_ERRORS + 3}`]);
  expect(new Set(errorLog.get().map(({ id }) => id)).size).toBe(MAX_ERRORS);
});
