import { describe, expect, it } from 'vitest';
import { epaySignatureOf, epaySigned, epayText, isEpayAcknowledged, withEpayFields } from './epay-protocol.ts';

const KEY = 'epay0example0key0for0vectors0001';
const order = {
  pid: '10000001',
  type: 'wxpay',
  out_trade_no: 'A-1',
  notify_url: 'http://shop.example/n',
  return_url: '',
  name: 'a b+c"d',
  money: '10',
  param: '',
  sitename: '',
};
const notification = {
  pid: '10000001',
  trade_no: '1234567890123456789',
  out_trade_no: 'A-1',
  type: 'wxpay',
  name: 'VIP会员',
  money: '10',
  trade_status: 'TRADE_SUCCESS',
};

describe('the signature of', () => {
  it.each([
    [
      'an order with addresses that have a query',
      'money=1.00&name=VIP会员&notify_url=http://shop.example/notify_url.php?a=1&b=2&out_trade_no=20160806151343349&pid=10000001&return_url=http://shop.example/return_url.php&type=alipay',
      KEY,
      '0df6fc5959d7bdd26011c0b8615baa42',
    ],
    ['an order without its empty values', epayText(order), KEY, 'be1177d73ac1ee10869b623fee96035a'],
    ['an order with them', epayText(order, { keepEmpty: true }), KEY, 'a2ab5c90b9476918a098a6731f805bb0'],
    ['a notification', epayText(notification), KEY, 'a1ff0a1e3b618ea1668ca04210c92ef9'],
    [
      'a notification with a param',
      epayText({ ...notification, param: 'uid=7' }),
      KEY,
      'b3a8721db6c5d189b282fc45399572c3',
    ],
    [
      'another library’s own example',
      epayText({ money: 'moneyv', device: 'devicev' }),
      '1234567',
      '3854cc9f022e0fb821bd2e002260245d',
    ],
  ])('%s is as published', (_what, text, key, signature) => {
    expect(epaySignatureOf(text, key)).toBe(signature);
  });

  it('covers neither a signature nor its type', () => {
    const signed = epaySigned(notification, KEY);
    expect(signed).toEqual({ ...notification, sign: 'a1ff0a1e3b618ea1668ca04210c92ef9', sign_type: 'MD5' });
    expect(epayText(signed)).toBe(epayText(notification));
  });

  it('takes "0" as a value', () => {
    expect(epayText({ b: '0', a: '' })).toBe('b=0');
  });
});

it.each([
  ['https://shop.example/n', 'https://shop.example/n?name=a%20%26%2B'],
  ['https://shop.example/n?a=1', 'https://shop.example/n?a=1&name=a%20%26%2B'],
  ['https://shop.example/n?', 'https://shop.example/n?name=a%20%26%2B'],
  ['https://shop.example/n?a=1&', 'https://shop.example/n?a=1&name=a%20%26%2B'],
  ['https://shop.example/n#part', 'https://shop.example/n?name=a%20%26%2B'],
])('the fields follow the query of %s', (address, sent) => {
  expect(withEpayFields(address, { name: 'a &+' })).toBe(sent);
});

describe('a reply', () => {
  it.each([
    'success',
    'success\n',
    '\uFEFFsuccess',
    'SUCCESS',
    '\r\n\r\n  Success',
    'success<br><!-- page -->',
    '\n\uFEFFsuccess',
  ])('of %j counts', (body) => {
    expect(isEpayAcknowledged({ status: 200, body })).toBe(true);
  });

  it.each([
    [200, 'fail'],
    [200, ''],
    [200, 'ok'],
    [200, '<html>success'],
    [201, 'success'],
    [301, 'success'],
    [500, 'success'],
  ])('of %i %j does not', (status, body) => {
    expect(isEpayAcknowledged({ status, body })).toBe(false);
  });
});
