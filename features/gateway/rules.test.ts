import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type FieldContext,
  fieldFaults,
  payCreateOf,
  payCreateText,
  payoutCreateOf,
  payoutCreateText,
} from './rules.ts';

const context: FieldContext = { currency: 'CNY', notifyUrlFault: () => undefined, returnUrlFault: () => undefined };
const order = { orderNo: 'A-1', amount: '1', channel: 'qr', notifyUrl: 'https://shop.example/n' };
const text = (changes: Record<string, string>): string =>
  payCreateText(payCreateOf({ ...order, ...changes }, 'CNY'), 'CNY');

describe('two requests', () => {
  it('mean the same with the amount spelt differently, with or without defaults, with empty fields', () => {
    for (const changes of [
      { amount: '1.0' },
      { amount: '1.00' },
      { expireMinutes: '30' },
      { currency: 'CNY' },
      { attach: '' },
      { subject: '', clientIp: '' },
    ]) {
      expect(text(changes), JSON.stringify(changes)).toBe(text({}));
    }
  });

  it('never mean the same when a field differs', () => {
    const value = fc.record({
      orderNo: fc.constantFrom('A-1', 'A-2'),
      amount: fc.constantFrom('1', '1.01', '10'),
      channel: fc.constantFrom('qr', 'h5'),
      notifyUrl: fc.constantFrom('https://a.example/', 'https://b.example/'),
      subject: fc.string(),
      attach: fc.string(),
      clientIp: fc.constantFrom('', '::1'),
      returnUrl: fc.constantFrom('', 'https://a.example/'),
      expireMinutes: fc.constantFrom('1', '30'),
    });
    fc.assert(
      fc.property(
        value,
        value,
        (one, other) => (text(one) === text(other)) === (JSON.stringify(one) === JSON.stringify(other)),
      ),
      { numRuns: 5000 },
    );
  });

  it('keep the text that stored hashes were made from', () => {
    expect(text({ subject: 'Tea' })).toBe(
      '["/pay/create","A-1","100","CNY","qr","https://shop.example/n","Tea",null,null,null,30]',
    );
  });
});

describe('two payouts', () => {
  const payout = {
    orderNo: 'P-1',
    amount: '5',
    type: 'bank',
    holder: '张三',
    account: '6222021001116245702',
    bank: 'ICBC',
  };
  const payoutText = (changes: Record<string, string>): string =>
    payoutCreateText(payoutCreateOf({ ...payout, ...changes }, 'CNY'), 'CNY');

  it('keep the text that stored hashes were made from', () => {
    expect(payoutText({ remark: 'rent' })).toBe(
      '["/payout/create","P-1","500","CNY","bank","张三","ICBC",null,"6222021001116245702",null,null,"rent"]',
    );
    expect(
      payoutText({ type: 'alipay', account: 'A@Example.com', notifyUrl: 'https://shop.example/n', attach: '7' }),
    ).toBe(
      '["/payout/create","P-1","500","CNY","alipay","张三",null,null,"a@example.com","https://shop.example/n","7",null]',
    );
  });

  it('never mean the same when a field differs', () => {
    const value = fc.record({
      orderNo: fc.constantFrom('P-1', 'P-2'),
      amount: fc.constantFrom('5', '50'),
      holder: fc.constantFrom('张三', '李四'),
      account: fc.constantFrom('6222021001116245702', '6222020200112233446'),
      bank: fc.constantFrom('ICBC', 'CCB'),
      branch: fc.constantFrom('', 'x', 'y'),
      notifyUrl: fc.constantFrom('', 'https://a.example/'),
      attach: fc.constantFrom('', 'x', 'y'),
      remark: fc.constantFrom('', 'x', 'y'),
    });
    fc.assert(
      fc.property(
        value,
        value,
        (one, other) => (payoutText(one) === payoutText(other)) === (JSON.stringify(one) === JSON.stringify(other)),
      ),
      { numRuns: 2000 },
    );
  });
});

describe('fields', () => {
  it('of a complete request have no fault', () => {
    const all = {
      ...order,
      subject: 'ชา',
      returnUrl: 'https://shop.example/',
      clientIp: '2001:db8::1',
      attach: '😀'.repeat(255),
      expireMinutes: '1440',
      currency: 'CNY',
    };
    expect(fieldFaults('/pay/create', all, [], context)).toEqual([]);
    expect(fieldFaults('/balance', {}, [], context)).toEqual([]);
  });

  it("of a payout are checked together, because the account's form depends on the type", () => {
    const payout = { orderNo: 'P-1', amount: '5', holder: '张三' };
    const faults = (fields: Record<string, string>, notText: string[] = []) =>
      fieldFaults('/payout/create', { ...payout, ...fields }, notText, context);
    expect(faults({ type: 'alipay', account: '13800138000' })).toEqual([]);
    expect(faults({ type: 'bank', account: '13800138000' })).toEqual([
      { field: 'bank', word: 'required' },
      { field: 'account', word: 'card_number_form' },
    ]);
    expect(faults({ account: 'x', holder: 'x'.repeat(61) }, ['bank'])).toEqual([
      { field: 'bank', word: 'text_only' },
      { field: 'type', word: 'required' },
      { field: 'holder', word: 'too_long', values: { maximum: 60 } },
    ]);
  });

  it('that name the beneficiary are taken literally, so forms that the console accepts are refused when signed', () => {
    const payout = {
      orderNo: 'P-1',
      amount: '5',
      type: 'bank',
      holder: '张三',
      account: '6222021001116245702',
      bank: 'ICBC',
    };
    const faults = (fields: Record<string, string>) =>
      fieldFaults('/payout/create', { ...payout, ...fields }, [], context);
    for (const holder of [
      '支付宝（中国）网络技术有限公司',
      "O'Connor",
      'Acme, Inc.',
      'Smith & Sons',
      '刘〇',
      'Müller-Lüdenscheidt',
    ])
      expect(faults({ holder }), holder).toEqual([]);
    expect(faults({ account: '6222 0210-0111 6245702' })).toEqual([]);
    expect(faults({ account: '6222021001116245702\u200b', holder: '\u200e张三' })).toEqual([
      { field: 'holder', word: 'holder_form' },
      { field: 'account', word: 'card_number_form' },
    ]);
    expect(faults({ account: '６２２２021001116245702' })).toEqual([{ field: 'account', word: 'account_full_width' }]);
    expect(faults({ amount: '\u202d5\u202c' })).toEqual([{ field: 'amount', word: 'amount_form' }]);
    expect(faults({ amount: '５' })).toEqual([{ field: 'amount', word: 'amount_form' }]);
    expect(faults({ orderNo: 'P-1\u200b' })).toEqual([{ field: 'orderNo', word: 'order_no_form' }]);
  });

  it('each report one fault', () => {
    expect(
      fieldFaults('/pay/create', { amount: 'x', attach: '😀'.repeat(256), more: '1' }, ['channel', 'other'], context),
    ).toEqual([
      { field: 'amount', word: 'amount_form' },
      { field: 'attach', word: 'too_long', values: { maximum: 255 } },
      { field: 'more', word: 'unknown_field' },
      { field: 'channel', word: 'text_only' },
      { field: 'other', word: 'unknown_field' },
      { field: 'orderNo', word: 'required' },
      { field: 'notifyUrl', word: 'required' },
    ]);
  });

  it('named like properties of every object are unknown fields', () => {
    for (const field of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      const fields: Record<string, string> = Object.assign(Object.create(null) as Record<string, string>, order);
      fields[field] = '1';
      expect(fieldFaults('/pay/create', fields, [], context)).toEqual([{ field, word: 'unknown_field' }]);
    }
  });

  it("take an amount in the currency's decimals", () => {
    const fault = (amount: string, currency: string): boolean =>
      fieldFaults('/pay/create', { ...order, amount }, [], { ...context, currency }).length > 0;
    expect([fault('1.5', 'JPY'), fault('1', 'JPY'), fault('1.234', 'KWD'), fault('1.234', 'CNY')]).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });
});
