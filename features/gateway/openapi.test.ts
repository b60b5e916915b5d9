import { describe, expect, it } from 'vitest';
import { gatewayCalls, type GatewayPath, gatewayRefusals } from './contract.ts';
import { fieldForms, replyForms } from './forms.ts';
import { gatewayDocument } from './openapi.ts';
import { referenceIn } from './reference.ts';
import { type FieldContext, fieldFaults } from './rules.ts';
import { languages } from '#foundation/core/words.ts';

const paths = Object.keys(gatewayCalls) as GatewayPath[];

describe('the forms of the fields agree with the checks', () => {
  const context: FieldContext = {
    currency: 'CNY',
    notifyUrlFault: () => undefined,
    returnUrlFault: () => undefined,
  };
  const path = (name: string): GatewayPath =>
    paths.find(
      (one) =>
        one.endsWith('/create') &&
        [...gatewayCalls[one].required, ...gatewayCalls[one].optional].some((field) => field === name),
    ) ?? '/pay/query';
  const wrong = (name: string, value: string, type = 'bank'): boolean => {
    const payout = { orderNo: 'P-1', amount: '5', type, holder: 'Li', account: '6222021001116245702', bank: 'ICBC' };
    const pay = { orderNo: 'A-1', amount: '5', channel: 'qr', notifyUrl: 'https://shop.example/' };
    const at = path(name);
    const fields = at === '/payout/create' ? payout : at === '/pay/create' ? pay : {};
    return fieldFaults(at, { ...fields, [name]: value }, [], context).some(({ field }) => field === name);
  };

  it.each(Object.entries(fieldForms))('%s', (name, form) => {
    const { example, pattern, maxCharacters, values, minimum, maximum, initial } = form;
    const taken = [example];
    const refused: string[] = [];
    if (initial !== undefined) taken.push(initial);
    if (maxCharacters !== undefined && form.type !== 'address') {
      refused.push('x'.repeat(maxCharacters + 1));
      if (!['account', 'bank'].includes(name)) taken.push('x'.repeat(maxCharacters));
    }
    if (values !== undefined) {
      taken.push(...values.filter((one) => one !== 'alipay'));
      refused.push(`${values[0]}x`);
    }
    if (minimum !== undefined && maximum !== undefined) {
      taken.push(minimum.toString(), maximum.toString());
      refused.push((minimum - 1).toString(), (maximum + 1).toString());
    }
    expect(taken.filter((value) => wrong(name, value))).toEqual([]);
    expect(refused.filter((value) => !wrong(name, value))).toEqual([]);
    if (pattern === undefined || form.type === 'address') return;
    const whole = new RegExp(`^(?:${pattern})$`, 'u');
    expect(whole.test(example)).toBe(true);
    // What the pattern refuses, the check refuses.
    const others = [
      'A',
      'a b',
      '-1',
      '01',
      '1,5',
      '1e3',
      '١',
      'a.b|c',
      'ä',
      'x'.repeat(65),
      '0'.repeat(20),
      '+1',
    ].filter((value) => !whole.test(value));
    expect(others.filter((value) => !wrong(name, value))).toEqual([]);
  });

  it('an order number has exactly the characters of its pattern', () => {
    const whole = new RegExp(`^(?:${fieldForms.orderNo.pattern})$`, 'u');
    for (let code = 0x21; code < 0x7f; code += 1) {
      const value = String.fromCharCode(code);
      expect(wrong('orderNo', value), value).toBe(!whole.test(value));
    }
    expect([64, 65].map((length) => wrong('orderNo', 'x'.repeat(length)))).toEqual([false, true]);
  });
});

describe('the reference', () => {
  it('has every call with all its fields, and every refusal, in four languages', () => {
    for (const language of languages) {
      const { calls, refusals } = referenceIn(language);
      expect(calls.map(({ path }) => path)).toEqual(paths);
      for (const { path, fields, data } of calls) {
        const { required, optional } = gatewayCalls[path];
        expect(fields.map(({ name }) => name)).toEqual([...required, ...optional]);
        expect(data.map(({ name }) => name)).toEqual([...gatewayCalls[path].data]);
      }
      expect(refusals.map(({ error }) => error)).toEqual([...gatewayRefusals]);
    }
  });
});

describe('the document', () => {
  it('has the forms of replies in the order of the contract', () => {
    for (const path of paths) expect(Object.keys(replyForms[path])).toEqual([...gatewayCalls[path].data]);
  });

  it('names the given address and every call', () => {
    const document = gatewayDocument('https://pay.test/gateway/v1') as {
      servers: { url: string }[];
      paths: Record<string, unknown>;
    };
    expect(document.servers).toEqual([{ url: 'https://pay.test/gateway/v1' }]);
    expect(Object.keys(document.paths)).toEqual(paths);
  });
});
