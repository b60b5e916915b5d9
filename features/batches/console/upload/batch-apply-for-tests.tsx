/** The screen to upload a table, with a held upload, for its tests. */
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { envelope } from '#features/accounts/console/user-info-for-tests.ts';
import { renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import { holdUploads, sentUpload } from '#foundation/console/testing/uploads-for-tests.ts';
import type { BatchDraft } from '../../contract.ts';
import { Screen } from './BatchApplyScreen.tsx';
import { checked, draftOf, payForm, payWorld, type PayWorld } from '../batches-for-tests.ts';

const HEADINGS = 'Amount,Withdrawal type,Holder,Bank,Branch,Account';
export const goodLine = '100,bank,张三,ICBC,,6222020200112345703';
export const csv = (...lines: string[]) =>
  new File([[HEADINGS, ...lines].join('\n')], 'suppliers.csv', { type: 'text/csv' });

export const wrong = checked(
  3,
  { errors: { amount: 'Pay between 10.00 and 50000.00', account: 'This card number has a wrong digit' } },
  { amount: '=9' },
);
/** The second of three rows is wrong, the third is a duplicate. */
export const draft = draftOf([checked(2), wrong, checked(4, { duplicate: 'file' })]);

export async function open(world: PayWorld = {}) {
  const uploads = holdUploads();
  const server = payWorld(world);
  const page = await renderScreen(<Screen />, { address: '/repay/batchApply' });
  const hand = async (file: File) => {
    await userEvent.upload(screen.getByLabelText('Choose file', { selector: 'input' }), file, {
      applyAccept: false,
    });
  };
  const judge = async (answer: BatchDraft = draft) => (await sentUpload(-1)).answer(envelope(answer));
  return { ...server, uploads, page, hand, judge };
}

/** With an uploaded and checked table. */
export async function opened(answer: BatchDraft = draft, world: PayWorld = {}) {
  const here = await open(world);
  await here.hand(csv(goodLine, goodLine.replace('100', '=9'), goodLine));
  await here.judge(answer);
  await payForm();
  return here;
}
