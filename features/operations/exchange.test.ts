import { expect, test } from 'vitest';
import { withoutSecrets } from './exchange.ts';

test('an exchange with an upstream is shown without keys, signatures and passwords', () => {
  const sent = { amount: '1.00', sign: 'abc', apiKey: 'k', access_token: 't', Authorization: 'x', remark: null };
  expect(withoutSecrets(sent)).toEqual([
    { name: 'amount', value: '1.00' },
    { name: 'sign', value: '•••' },
    { name: 'apiKey', value: '•••' },
    { name: 'access_token', value: '•••' },
    { name: 'Authorization', value: '•••' },
    { name: 'remark', value: '' },
  ]);
});
