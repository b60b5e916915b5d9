import { expect, it } from 'vitest';
import { refusalNames } from '#sdk/src/errors.ts';
import { payStatuses, payoutStatuses } from '#sdk/src/shapes.ts';
import { gatewayRefusals } from '../contract.ts';
import { callbackForms } from '../forms.ts';

it('the SDK knows every refusal and every status, and no other', () => {
  expect(refusalNames).toEqual(gatewayRefusals);
  expect(payStatuses).toEqual(callbackForms.payin.status.values);
  expect(payoutStatuses).toEqual(callbackForms.payout.status.values);
});
