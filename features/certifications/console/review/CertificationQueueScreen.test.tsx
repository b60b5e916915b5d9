/** The queue of certifications: what is asked, keys, the claim, and what rights show. */
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { session } from '#features/accounts/console/session.ts';
import { envelope, makeUserInfo, withApp } from '#features/accounts/console/user-info-for-tests.ts';
import type { Right } from '#features/rights.ts';
import { shortcutsOn } from '#foundation/console/page/single-keys.ts';
import { answerCalls, type FakeAnswers, renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import type { CertificationDetail, CertificationRow } from '../../contract.ts';
import { Screen } from './CertificationQueueScreen.tsx';

const rowOf = (id: string, changes: Partial<CertificationRow> = {}): CertificationRow => ({
  id,
  memberNo: `2000000${id}`,
  memberName: `Shop ${id}`,
  status: 'pending',
  name: `Person ${id}`,
  idNumber: '110************02X',
  industry: 'Retail',
  website: '',
  photoFront: `front-${id}`,
  photoBack: `back-${id}`,
  remark: '',
  reviewRemark: '',
  submittedAt: '2026-11-20T04:00:00.000Z',
  reviewedAt: null,
  revokedAt: null,
  claim: null,
  ...changes,
});

const detailOf = (row: CertificationRow): CertificationDetail => ({
  ...row,
  wholeIdNumber: '11010519491231002X',
  says: { born: '1949-12-31', age: 76, region: 'Beijing', checkFits: true },
  same: [
    {
      id: 'x',
      memberNo: '20000099',
      memberName: 'Other shop',
      status: 'approved',
      idNumber: true,
      photo: false,
      submittedAt: '2026-11-19T04:00:00.000Z',
    },
  ],
});

interface Setting {
  rights?: readonly Right[];
  answers?: FakeAnswers;
  user?: Parameters<typeof makeUserInfo>[0];
  address?: string;
}

async function renderQueue(rows: CertificationRow[], { rights, answers = {}, user = {}, address }: Setting = {}) {
  session.set({
    token: 't',
    roles: ['operator'],
    rights: rights ?? ['certifications.view', 'certifications.act'],
    person: { username: 'me', nickname: '', avatar: '', memberNo: null, mustChangePassword: false },
  });
  const own = { by: 'me', own: true, until: '2026-11-20T04:10:00.000Z' };
  const requests = answerCalls({
    '/user/info': makeUserInfo(user),
    '/operator/certification/list': () =>
      envelope({ total: rows.length, page: 1, limit: 20, list: rows, extend: { pending: rows.length } }),
    '/operator/certification/detail': ({ id }: { id: string }) => {
      const row = rows.find((one) => one.id === id);
      return row ? envelope(detailOf(row)) : undefined;
    },
    '/operator/certification/claim': () => envelope({ claim: own, takenFrom: null }),
    '/operator/certification/decide': () => envelope(null),
    ...answers,
  });
  const rendered = await renderScreen(<Screen />, { address: address ?? '/operator/certifications' });
  const sentTo = (wanted: string) => requests.filter(({ path }) => path === wanted).map(({ body }) => body);
  return { ...rendered, sentTo, user: userEvent.setup() };
}
const drawer = () => screen.findByRole('dialog', { name: 'Certification' });

afterEach(() => {
  shortcutsOn.set(true);
  session.set(undefined);
});

test('the oldest waiting ones come first; a tab of decided ones asks for the newest', async () => {
  const { sentTo, user } = await renderQueue([rowOf('1')]);
  await screen.findByText('Person 1');
  expect(sentTo('/operator/certification/list')[0]).toMatchObject({ status: 'pending', order: 'asc' });
  await user.click(screen.getByRole('radio', { name: 'Approved' }));
  await waitFor(() =>
    expect(sentTo('/operator/certification/list').at(-1)).toMatchObject({ status: 'approved', order: 'desc' }),
  );
});

test('an empty queue says what comes here', async () => {
  await renderQueue([]);
  expect(await screen.findByText('A certification comes here as soon as a member submits one.')).toBeTruthy();
});

test('keys open the next one, approve and reject, and the next one follows a decision', async () => {
  const { sentTo, user, address } = await renderQueue([rowOf('1'), rowOf('2'), rowOf('3')], {
    address: '/operator/certifications?open=1',
  });
  await within(await drawer()).findByText('11010519491231002X');
  await user.keyboard('j');
  await within(await drawer()).findByText('Person 2', { selector: 'p' });
  expect(address()).toContain('open=2');
  await user.keyboard('a');
  await user.click(await within(await drawer()).findByRole('button', { name: 'Approve' }));
  await waitFor(() => expect(address()).toContain('open=3'));
  expect(sentTo('/operator/certification/decide')).toEqual([
    { id: '2', status: 'approved', reviewRemark: '', verifyType: '', verifyCode: '' },
  ]);
  await within(await drawer()).findByText('Person 3', { selector: 'p' });
  await user.keyboard('r');
  await user.click(await within(await drawer()).findByRole('button', { name: 'Reject' }));
  await within(await drawer()).findByText('Enter the reason for rejecting it');
  await user.click(await within(await drawer()).findByText('The name isn’t the one on the ID.'));
  await user.click(within(await drawer()).getByRole('button', { name: 'Reject' }));
  await waitFor(() =>
    expect(sentTo('/operator/certification/decide').at(-1)).toMatchObject({
      id: '3',
      status: 'rejected',
      reviewTemplate: 'name_differs',
    }),
  );
});

test('with single keys off, keys do nothing and are not shown', async () => {
  shortcutsOn.set(false);
  const { user, address } = await renderQueue([rowOf('1'), rowOf('2')], { address: '/operator/certifications?open=1' });
  const approve = await within(await drawer()).findByRole('button', { name: 'Approve' });
  expect(approve.querySelector('kbd')).toBeNull();
  await user.keyboard('jar');
  expect(address()).toContain('open=1');
  expect(within(await drawer()).queryByRole('button', { name: 'Cancel' })).toBeNull();
});

test('a bound authenticator is asked for', async () => {
  const { sentTo, user } = await renderQueue([rowOf('1')], {
    address: '/operator/certifications?open=1',
    user: withApp,
  });
  await user.click(await within(await drawer()).findByRole('button', { name: 'Approve' }));
  await user.click(await within(await drawer()).findByRole('button', { name: 'Approve' }));
  expect(sentTo('/operator/certification/decide')).toEqual([]);
  await within(await drawer()).findByText('Enter the code');
});

test('another’s claim is named and can be taken over, which is said', async () => {
  let takenOver = false;
  const until = '2026-11-20T04:10:00.000Z';
  const { sentTo, user } = await renderQueue([rowOf('1', { claim: { by: 'mei', own: false, until } })], {
    address: '/operator/certifications?open=1',
    answers: {
      '/operator/certification/claim': ({ takeOver = false }: { takeOver?: boolean }) => {
        takenOver ||= takeOver;
        return envelope({
          claim: takenOver ? { by: 'me', own: true, until } : { by: 'mei', own: false, until },
          takenFrom: takeOver ? 'mei' : null,
        });
      },
    },
  });
  await within(await drawer()).findByText('mei is looking at this');
  await user.click(within(await drawer()).getByRole('button', { name: 'Take over' }));
  await within(await drawer()).findByText('You took this over from mei.');
  expect(sentTo('/operator/certification/claim')).toContainEqual({ id: '1', takeOver: true });
});

test('who can only view sees no acts and claims nothing', async () => {
  const { sentTo } = await renderQueue([rowOf('1')], {
    rights: ['certifications.view'],
    address: '/operator/certifications?open=1',
  });
  await within(await drawer()).findByText('Other shop');
  expect(within(await drawer()).queryByRole('button', { name: 'Approve' })).toBeNull();
  expect(sentTo('/operator/certification/claim')).toEqual([]);
});
