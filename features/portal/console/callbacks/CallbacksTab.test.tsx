/** The callbacks tab: receivers, the log, one callback, sending again, the simulator. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { envelope } from '#features/accounts/console/user-info-for-tests.ts';
import { language } from '#foundation/console/page/language.ts';
import { answerCalls, type FakeAnswers, renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import type { CallbackDetail, CallbackRow, ReceiverRow } from '../../callbacks-contract.ts';
import { CallbacksTab } from './CallbacksTab.tsx';

const row: CallbackRow = {
  notifyId: 'payin-2611200400000000001',
  kind: 'payin',
  orderNo: 'A-1',
  systemNo: '2611200400000000001',
  host: 'shop.example:80',
  state: 'failed',
  attempts: 9,
  lastAt: '2026-11-20T04:00:00.000Z',
  lastResult: 'http_status',
  nextAt: null,
};
const ADVICE = 'Your server sends the http address on to https.';
const detail: CallbackDetail = {
  ...row,
  list: [
    {
      at: '2026-11-20T04:00:00.000Z',
      duration: 31,
      address: 'http://shop.example/notify',
      request: { headers: 'X-Sign: abc', body: 'orderNo=A-1' },
      status: 301,
      replyHeaders: 'location: https://shop.example/notify',
      reply: 'moved',
      error: 'http_status',
      errorClass: 'redirect',
      delivered: false,
      advice: ADVICE,
      manual: true,
      by: 'zoe',
    },
  ],
};
const receiver: ReceiverRow = {
  host: 'shop.example:80',
  state: 'ok',
  since: '2026-11-20T04:00:00.000Z',
  failures: 0,
  lastAt: '2026-11-20T04:00:00.000Z',
  waiting: 0,
  asks: false,
};

const logOf = (list: readonly CallbackRow[], lookedFrom: string | null = null) =>
  envelope({ total: list.length, page: 1, limit: 10, list, extend: { capped: false, lookedFrom } });

async function open(address: string, answers: FakeAnswers = {}) {
  const sent = answerCalls({
    '/apisettings/receivers': envelope({ list: [receiver] }),
    '/apisettings/callbackLog': logOf([row]),
    '/apisettings/callbackDetail': envelope(detail),
    ...answers,
  });
  const page = await renderScreen(<CallbacksTab />, { address });
  return { page, of: (path: string) => sent.filter((call) => call.path === path).map(({ body }) => body) };
}

describe('the log', () => {
  test('says which callbacks have failed and are tried again', async () => {
    await open('/?tab=callbacks', {
      '/apisettings/callbackLog': logOf([
        { ...row, state: 'pending', attempts: 4 },
        { ...row, notifyId: 'payin-2611200400000000002', state: 'pending', attempts: 0, lastResult: null },
      ]),
    });
    expect((await screen.findByText('Retrying · 4×')).closest('[data-tone]')?.getAttribute('data-tone')).toBe('warn');
    expect(screen.getAllByText('Pending')).toHaveLength(1);
  });

  test('is filtered by each state that it shows', async () => {
    const { of } = await open('/?tab=callbacks');
    await userEvent.click(await screen.findByRole('button', { name: 'Status' }));
    const choices = await screen.findAllByRole('menuitemradio');
    expect(choices.map((choice) => choice.textContent)).toEqual([
      'All',
      'Pending',
      'Retrying',
      'Delivered',
      'Failed',
      'Kept',
    ]);
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'Retrying' }));
    await waitFor(() => expect(of('/apisettings/callbackLog').at(-1)).toMatchObject({ state: 'retrying' }));
  });

  test('is asked for with the filters of the address, and shows the result in words', async () => {
    const { of } = await open('/?tab=callbacks&state=failed&errorClass=redirect&host=shop.example&q=A-1');
    await screen.findByText('Your server returned an error');
    expect(of('/apisettings/callbackLog')[0]).toEqual({
      q: 'A-1',
      state: 'failed',
      host: 'shop.example',
      errorClass: 'redirect',
      page: 1,
      limit: 20,
    });
  });

  test('says how far back it looked', async () => {
    await open('/?tab=callbacks&host=shop.example', {
      '/apisettings/callbackLog': logOf([], '2026-11-01T00:00:00.000Z'),
    });
    expect((await screen.findByText(/^Searched back to/)).textContent).toContain('Choose a range to go further back');
  });

  test('without callbacks says when one is sent', async () => {
    await open('/?tab=callbacks', {
      '/apisettings/callbackLog': logOf([]),
      '/apisettings/receivers': envelope({ list: [] }),
    });
    await screen.findByText('No callbacks yet');
    expect(await screen.findByText('No callbacks sent yet.')).toBeTruthy();
  });

  test('that can not be loaded is reported, and so are the receivers', async () => {
    const failed = { code: 0, msg: 'Not now', error: 'unavailable' };
    await open('/?tab=callbacks', { '/apisettings/callbackLog': failed, '/apisettings/receivers': failed });
    await screen.findByText('The receivers couldn’t be loaded');
    expect(await screen.findAllByRole('button', { name: 'Try again' })).toHaveLength(2);
  });
});

describe('one callback', () => {
  test('says first what to mend, and shows request, reply and who sent it', async () => {
    await open(`/?tab=callbacks&open=${row.notifyId}`);
    const drawer = await screen.findByRole('dialog');
    expect(await within(drawer).findAllByText(ADVICE)).toHaveLength(2);
    within(drawer).getByText('manual: zoe');
    within(drawer).getByText('Attempt 9');
    within(drawer).getByText('orderNo=A-1');
    within(drawer).getByText('location: https://shop.example/notify');
  });

  test('that failed is sent at once', async () => {
    const { of } = await open(`/?tab=callbacks&open=${row.notifyId}`, {
      '/apisettings/resend': envelope({ delivered: true, status: 200, error: null, advice: null }),
    });
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Resend' }));
    await waitFor(() => expect(of('/apisettings/resend')).toEqual([{ notifyId: row.notifyId }]));
  });

  test('that was delivered is sent again only after asking', async () => {
    const { of } = await open(`/?tab=callbacks&open=${row.notifyId}`, {
      '/apisettings/callbackDetail': envelope({ ...detail, state: 'delivered' }),
      '/apisettings/resend': envelope({ delivered: true, status: 200, error: null, advice: null }),
    });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Resend' }));
    const asking = await screen.findByRole('dialog', { name: 'Resend a delivered callback?' });
    expect(of('/apisettings/resend')).toEqual([]);
    await user.click(within(asking).getByRole('button', { name: 'Resend' }));
    await waitFor(() => expect(of('/apisettings/resend')).toHaveLength(1));
  });

  test('leads to the next and the previous one by J and K', async () => {
    const next = { ...row, notifyId: 'payin-2611200400000000002' };
    const { page } = await open(`/?tab=callbacks&open=${row.notifyId}`, {
      '/apisettings/callbackLog': logOf([row, next]),
    });
    await screen.findByRole('dialog');
    await userEvent.keyboard('j');
    await waitFor(() => expect(page.address()).toBe(`/?tab=callbacks&open=${next.notifyId}`));
    await userEvent.keyboard('k');
    await waitFor(() => expect(page.address()).toBe(`/?tab=callbacks&open=${row.notifyId}`));
  });

  test('that does not exist says so', async () => {
    await open('/?tab=callbacks&open=payin-1', {
      '/apisettings/callbackDetail': { code: 0, msg: 'none', error: 'not_found' },
    });
    expect(await screen.findByText('Callback not found')).toBeTruthy();
  });
});

describe('sending all of a filter again', () => {
  test('confirms count, amount and hosts, then shows the progress and can be cancelled', async () => {
    const state = { state: 'running', total: 12, sent: 4, delivered: 3, failed: 1 };
    const { page, of } = await open('/?tab=callbacks&state=failed', {
      '/apisettings/resendPlan': envelope({
        planId: 'p1',
        count: 12,
        amount: '1200.00',
        hosts: ['shop.example:80', 'other.example:443'],
        oldest: '2026-11-19T04:00:00.000Z',
        newest: '2026-11-20T04:00:00.000Z',
      }),
      '/apisettings/resendRun': envelope({ runId: 'p1' }),
      '/apisettings/resendState': envelope(state),
      '/apisettings/resendCancel': envelope({ ...state, state: 'cancelled' }),
    });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Resend all of these' }));
    const dialog = await screen.findByRole('dialog', { name: 'Resend 12 callbacks?' });
    expect(of('/apisettings/resendPlan')).toEqual([{ filter: { state: 'failed' } }]);
    expect(dialog.textContent).toContain('¥1,200.00');
    within(dialog).getByText('other.example:443');
    expect(of('/apisettings/resendRun')).toEqual([]);
    await user.click(within(dialog).getByRole('radio', { name: '50' }));
    await user.click(within(dialog).getByRole('button', { name: 'Resend 12 callbacks' }));
    await screen.findByText('Resending: 4 of 12');
    screen.getByText('3 delivered, 1 not');
    expect(of('/apisettings/resendRun')).toEqual([{ planId: 'p1', perSecond: 50 }]);
    expect(page.address()).toContain('run=p1');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(of('/apisettings/resendCancel')).toEqual([{ runId: 'p1' }]));
  });
});

describe('a receiver', () => {
  test('that came back asks whether to send what was kept', async () => {
    const { of } = await open('/?tab=callbacks', {
      '/apisettings/receivers': envelope({ list: [{ ...receiver, waiting: 8, asks: true }] }),
      '/apisettings/resumeReceiver': envelope({ count: 8 }),
    });
    await screen.findByText('It’s answering again. Send the callbacks we kept?');
    screen.getByText('8 waiting');
    await userEvent.setup().click(screen.getByRole('button', { name: 'Send them' }));
    await waitFor(() => expect(of('/apisettings/resumeReceiver')).toEqual([{ host: 'shop.example:80', send: true }]));
  });

  test('that is paused can be resumed; what was kept is given up only after asking', async () => {
    const { of } = await open('/?tab=callbacks', {
      '/apisettings/receivers': envelope({ list: [{ ...receiver, state: 'paused', failures: 40, waiting: 8 }] }),
      '/apisettings/resumeReceiver': envelope({ count: 8 }),
    });
    await screen.findByText('40 failures in a row');
    screen.getByRole('button', { name: 'Resume now' });
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    const dialog = await screen.findByRole('dialog', { name: 'Discard the callbacks to shop.example:80?' });
    expect(of('/apisettings/resumeReceiver')).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(of('/apisettings/resumeReceiver')).toEqual([{ host: 'shop.example:80', send: false }]));
  });

  test('leads to its callbacks', async () => {
    const { page } = await open('/?tab=callbacks');
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Show callbacks' }));
    await waitFor(() => expect(page.address()).toContain('host=shop.example'));
  });
});

test('the simulator sends what is chosen and shows each call', async () => {
  const { manual: _manual, by: _by, ...call } = detail.list[0] as CallbackDetail['list'][number];
  const { of } = await open('/?tab=callbacks', { '/apisettings/simulate': envelope({ list: [call, call] }) });
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('URL'), 'https://shop.example/notify');
  await user.click(screen.getByRole('radio', { name: 'Payout cancelled' }));
  await user.click(screen.getByRole('radio', { name: 'Twice' }));
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await screen.findByText('Call 2');
  expect(of('/apisettings/simulate')).toEqual([
    { event: 'payout.cancelled', url: 'https://shop.example/notify', variant: 'twice' },
  ]);
  act(() => language.set('zh'));
  await screen.findByText('第 2 次调用');
  act(() => language.set('en'));
});
