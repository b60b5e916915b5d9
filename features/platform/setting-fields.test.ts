import { expect, test } from 'vitest';
import { boundsOf, isSameSetting, readSetting, settingNames, shownSetting } from './setting-fields.ts';
import { PlatformSettings } from './settings.ts';

const presets = PlatformSettings.parse({});

test.each(settingNames)('what is shown of %s is read back as it was', (name) => {
  const shown = shownSetting(name, presets[name], 'CNY');
  expect(readSetting(name, shown, 'CNY')).toEqual({ stored: presets[name] });
  expect(isSameSetting(name, shown, { ...shown })).toBe(true);
});

test('the fields are those of the settings', () => {
  expect([...settingNames].sort()).toEqual(Object.keys(PlatformSettings.shape).sort());
});

test.each([
  ['sessionHours', { value: '721' }, { part: 'value', fault: 'between', values: { lowest: 1, highest: 720 } }],
  ['sessionHours', { value: '1.5' }, { part: 'value', fault: 'number' }],
  ['sessionHours', {}, { part: 'value', fault: 'number' }],
  ['minRechargeMinor', { value: '1.005' }, { part: 'value', fault: 'amount' }],
  ['minRechargeMinor', { value: '' }, { part: 'value', fault: 'amount' }],
  ['dualApprovalFromMinor', { value: '0.00' }, { part: 'value', fault: 'form' }],
  ['dualApprovalFromMinor', { value: '' }, { stored: null }],
  ['sameDayRatio', { value: '100.1' }, { part: 'value', fault: 'percent' }],
  ['registrationOpen', { value: '' }, { part: 'value', fault: 'form' }],
  ['operatorsNeedAuthenticator', { value: '' }, { stored: null }],
  ['settlementMode', { value: 'X' }, { part: 'value', fault: 'form' }],
  ['timeZone', { value: 'Asia/Nowhere' }, { part: 'value', fault: 'form' }],
  ['currency', { value: 'cny' }, { part: 'value', fault: 'form' }],
  ['supportUrl', { value: 'javascript:alert(1)' }, { part: 'value', fault: 'form' }],
  ['supportUrl', { value: '' }, { stored: null }],
  ['name', { value: '' }, { part: 'value', fault: 'form' }],
  ['withdrawalWindow', { from: '09:00', to: '24:00' }, { part: 'to', fault: 'form' }],
] as const)('%s of %j', (name, value, read) => {
  expect(readSetting(name, value, 'CNY')).toEqual(read);
});

test('terms say which part is wrong', () => {
  const terms = { percent: '1', fixed: '0', minFee: '', maxFee: '', minAmount: '1', maxAmount: '9', reviewFrom: '' };
  const faultOf = (change: object) => readSetting('payoutTerms', { ...terms, ...change }, 'CNY');
  expect(faultOf({ fixed: '' })).toEqual({ part: 'fixed', fault: 'amount' });
  expect(faultOf({ percent: '101' })).toEqual({ part: 'percent', fault: 'percent' });
  expect(faultOf({ minFee: '2', maxFee: '1' })).toEqual({ part: 'maxFee', fault: 'order' });
  expect(faultOf({ minAmount: '10' })).toEqual({ part: 'maxAmount', fault: 'order' });
  expect(faultOf({})).toMatchObject({ stored: { percentE4: 10_000, minAmountMinor: 100n, reviewFromMinor: null } });
});

test('bounds are those of the schema, as they are typed', () => {
  expect(boundsOf('maxRatePercentE4')).toEqual({ lowest: 0, highest: 100 });
  expect(boundsOf('agentDepth')).toEqual({ lowest: 1, highest: 100 });
  expect(boundsOf('name')).toBeUndefined();
});
