/** A member's rates in its drawer: reading, changing with each row's error, the margin, copying. */
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { makeUserInfo, withApp } from '#features/accounts/console/user-info-for-tests.ts';
import { toasts } from '#foundation/console/overlay/toasts.ts';
import {
  answerCalls,
  type FakeAnswers,
  renderScreen,
  type SentCall,
} from '#foundation/console/testing/render-for-tests.tsx';
import type { UserRate } from '../../rate-contract.ts';
import { channelList, envelope, member, memberPage, userRate } from '../agents-for-tests.ts';
import { RatesSection } from './RatesSection.tsx';

const notHeld = userRate('c', { own: null, floor: null, rate: null });

function start({
  rates = [userRate('a'), userRate('b')],
  user = {},
  answers = {},
}: { rates?: UserRate[]; user?: Parameters<typeof makeUserInfo>[0]; answers?: FakeAnswers } = {}) {
  const sent = answerCalls({
    '/user/info': makeUserInfo(user),
    '/channel/list': channelList,
    '/agent/userrate': envelope({ rates }),
    '/agent/setuserrate': envelope({ rates }),
    ...answers,
  });
  return (path: string): SentCall[] => sent.filter((call) => call.path === path);
}

const show = () => renderScreen(<RatesSection member={member(1)} />);
const edit = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Change rates' }));
  return screen.findByRole('form', { name: 'Rates of Shop 1' });
};
const row = (name: string) => within(screen.getByRole('group', { name }));
const percentOf = (name: string) => row(name).getByLabelText<HTMLInputElement>('Percent');
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save rates' }));
const type = async (field: HTMLElement, text: string) => {
  await userEvent.clear(field);
  await userEvent.type(field, text);
};

describe('reading', () => {
  test('shows the member’s rate next to the own one, and what deserves attention', async () => {
    start({
      rates: [
        userRate('a', { belowOwn: true, effective: { percent: '0.4', fixed: '0.10', minFee: '0.20', maxFee: null } }),
        userRate('b', { rate: null, closed: true }),
        notHeld,
      ],
    });
    await show();
    const table = await screen.findByRole('table');
    expect(
      within(table)
        .getAllByRole('row')
        .slice(1)
        .map((line) => [...line.children].map(({ textContent }) => textContent)),
    ).toEqual([
      ['Channel aBelow your rate', '0.4% + ¥0.10at least ¥0.20', '0.5%'],
      ['Channel bClosed', '0.6%Default', '0.5%'],
      ['Channel c', '0.6%Default', 'You don’t have this channel'],
    ]);
  });

  test('says if there are no channels, and offers to retry a failure', async () => {
    start({ rates: [] });
    const { unmount } = await show();
    await screen.findByText('No channels yet.');
    expect(screen.queryByRole('button', { name: 'Change rates' })).toBeNull();
    unmount();
    start({ answers: { '/agent/userrate': { code: 0, msg: 'Not now', error: 'internal' } } });
    await show();
    await screen.findByText('The rates couldn’t be loaded');
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});

describe('changing', () => {
  test('sends only the changed rows, and shows the new rates', async () => {
    const of = start();
    await show();
    await edit();
    await type(percentOf('Channel b'), '0.8');
    await save();
    await waitFor(() => expect(toasts.get().map(({ text }) => text)).toEqual(['1 rate changed for Shop 1']));
    expect(of('/agent/setuserrate').map(({ body }) => body)).toEqual([
      {
        memberNo: '20000001',
        rates: [{ channel: 'b', percent: '0.8', fixed: '0.00', minFee: null, maxFee: null, closed: false }],
        verifyType: '',
        verifyCode: '',
      },
    ]);
    await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
    await waitFor(() => expect(of('/agent/userrate')).toHaveLength(2));
  });

  test('shows what the agent would earn while typing', async () => {
    start();
    await show();
    await edit();
    expect(row('Channel a').getByText('You earn ¥0.10 on ¥100.00, ¥1.00 on ¥1,000.00')).toBeTruthy();
    await type(percentOf('Channel a'), '0.75');
    expect(row('Channel a').getByText('You earn ¥0.25 on ¥100.00, ¥2.50 on ¥1,000.00')).toBeTruthy();
  });

  test('checks a rate against the own one, the ceiling and its own limits before it is sent', async () => {
    const of = start();
    await show();
    await edit();
    await type(percentOf('Channel a'), '0.4');
    await userEvent.tab();
    await row('Channel a').findByText('At ¥10.00 this rate charges ¥0.04, less than your own ¥0.05');
    await type(percentOf('Channel a'), '11');
    await row('Channel a').findByText('At most 10%');
    await type(percentOf('Channel a'), '0.6');
    await type(row('Channel a').getByLabelText('Minimum fee'), '5');
    await type(row('Channel a').getByLabelText('Maximum fee'), '4');
    await userEvent.tab();
    await save();
    await row('Channel a').findByText('The minimum fee is above the maximum');
    await type(percentOf('Channel a'), 'x');
    await save();
    await row('Channel a').findByText('Enter a percentage with up to four decimals');
    expect(of('/agent/setuserrate')).toEqual([]);
  });

  test.each([
    ['a refusal', { code: 0, error: 'rate_below_own' }],
    ['a wrong field', { code: -1 }],
  ])('shows each row’s error of %s next to it; all typed values stay', async (_, answer) => {
    const of = start({
      rates: [userRate('a'), userRate('b'), userRate('d')],
      answers: {
        '/agent/setuserrate': {
          ...answer,
          msg: 'Some rates are wrong',
          fields: { 'rates.0.percent': 'Too low for b', 'rates.1.channel': 'This channel isn’t open to you' },
        },
      },
    });
    await show();
    await edit();
    await type(percentOf('Channel b'), '0.7');
    await type(percentOf('Channel d'), '0.9');
    await save();
    await row('Channel b').findByText('Too low for b');
    expect(row('Channel d').getByRole('alert').textContent).toBe('This channel isn’t open to you');
    expect(row('Channel a').queryByRole('alert')).toBeNull();
    expect(['a', 'b', 'd'].map((code) => percentOf(`Channel ${code}`).value)).toEqual(['0.6', '0.7', '0.9']);
    await waitFor(() => expect(document.activeElement).toBe(percentOf('Channel b')));
    expect(of('/agent/setuserrate')).toHaveLength(1);
  });

  test('says so if nothing was changed', async () => {
    const of = start();
    await show();
    await edit();
    await save();
    expect((await screen.findByRole('alert')).textContent).toBe('No changes yet');
    expect(of('/agent/setuserrate')).toEqual([]);
  });

  test('the margin fills all rows of channels that the agent has, and sends nothing', async () => {
    const of = start({ rates: [userRate('a'), userRate('b'), notHeld] });
    await show();
    await edit();
    await userEvent.type(screen.getByLabelText('Percentage to add'), '0.25');
    await userEvent.type(screen.getByLabelText('Amount to add'), '0.10{Enter}');
    expect([percentOf('Channel a').value, percentOf('Channel b').value]).toEqual(['0.75', '0.75']);
    expect(row('Channel a').getByLabelText<HTMLInputElement>('Fixed amount').value).toBe('0.10');
    expect(row('Channel c').queryByLabelText('Percent')).toBeNull();
    expect(of('/agent/setuserrate')).toEqual([]);
  });

  test('closing a channel asks first, and sends nothing if the answer is no', async () => {
    const of = start();
    await show();
    await edit();
    const closed = row('Channel a').getByRole('checkbox', { name: 'Closed for this member and everyone below' });
    await userEvent.click(closed);
    await save();
    const dialog = () => screen.findByRole('dialog');
    expect((await dialog()).textContent).toContain(
      'Channel a: from now on, Shop 1 and every member below can’t create orders.',
    );
    await userEvent.click(within(await dialog()).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(of('/agent/setuserrate')).toEqual([]);
    await save();
    await userEvent.click(within(await dialog()).getByRole('button', { name: 'Close 1 channel' }));
    await waitFor(() => expect(of('/agent/setuserrate')).toHaveLength(1));
    expect(of('/agent/setuserrate')[0]?.body).toMatchObject({ rates: [{ channel: 'a', closed: true }] });
  });

  test('asks for the second step of a user who has one, and shows a wrong code at its field', async () => {
    const of = start({
      user: withApp,
      answers: { '/agent/setuserrate': { code: 0, msg: 'The code is wrong', error: 'second_step_wrong' } },
    });
    await show();
    await edit();
    await type(percentOf('Channel a'), '0.9');
    await save();
    await screen.findByText('Enter the code');
    expect(of('/agent/setuserrate')).toEqual([]);
    await userEvent.type(screen.getByLabelText('Code from the authenticator app'), '123456');
    await save();
    await waitFor(() => expect(screen.getByText('The code is wrong')).toBeTruthy());
    expect(of('/agent/setuserrate')[0]?.body).toMatchObject({ verifyType: 'google', verifyCode: '123456' });
    expect(percentOf('Channel a').value).toBe('0.9');
  });
});

describe('copying', () => {
  const open = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Copy from a member' }));
    return screen.findByRole('form', { name: 'Copy rates to Shop 1' });
  };
  const members = memberPage([member(1), member(2), member(3, { direct: false })]);

  test('offers the other direct members, and replaces the rates by those of the chosen one', async () => {
    const of = start({
      answers: {
        '/agent/userlist': members,
        '/agent/copyrates': envelope({ results: [{ memberNo: '20000001', changed: 2, error: null }] }),
      },
    });
    await show();
    const form = within(await open());
    const found = await form.findByRole('list', { name: 'Members found' });
    expect(
      within(found)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Shop 2Merchant · 20000002']);
    await userEvent.click(within(found).getByRole('button'));
    await userEvent.click(form.getByRole('button', { name: 'Copy rates from Shop 2' }));
    await waitFor(() => expect(toasts.get().map(({ text }) => text)).toEqual(['2 rates changed for Shop 1']));
    expect(of('/agent/copyrates').map(({ body }) => body)).toEqual([
      { from: { memberNo: '20000002' }, to: ['20000001'], verifyType: '', verifyCode: '' },
    ]);
  });

  test('needs a member, and explains why nothing was copied', async () => {
    const of = start({
      answers: {
        '/agent/userlist': members,
        '/agent/copyrates': envelope({ results: [{ memberNo: '20000001', changed: 0, error: 'rate_below_own' }] }),
      },
    });
    await show();
    const form = within(await open());
    await userEvent.click(form.getByRole('button', { name: 'Copy rates' }));
    expect((await form.findByRole('alert')).textContent).toBe('Required');
    expect(of('/agent/copyrates')).toEqual([]);
    await userEvent.click(within(await form.findByRole('list', { name: 'Members found' })).getByRole('button'));
    await userEvent.click(form.getByRole('button', { name: 'Copy rates from Shop 2' }));
    expect((await form.findByRole('alert')).textContent).toBe('Nothing was copied: some rates are below your own');
  });
});
