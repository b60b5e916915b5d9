/** The lists of money that leaves have the batches beside them, at an address of their own. */
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answerCalls, renderScreen } from '#foundation/console/test-render.tsx';
import { Screen } from './RepayTabsScreen.tsx';

test('the batches are a tab', async () => {
  const asked = answerCalls({
    '/batch/list': { code: 1, msg: '', data: { total: 0, page: 1, limit: 20, list: [], extend: {} } },
  });
  const page = await renderScreen(<Screen />, { address: '/repay/index?tab=payouts&status=paid', screens: ['/repay/index', '/repay/apply'] });
  await userEvent.click(screen.getByRole('radio', { name: 'Batches' }));
  await waitFor(() => expect(page.address()).toBe('/repay/index?tab=batches'));
  expect(await screen.findByText('No batches yet')).toBeTruthy();
  expect(asked.filter(({ path }) => path === '/batch/list')).toHaveLength(1);
});
