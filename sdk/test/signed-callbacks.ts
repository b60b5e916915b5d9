/** Callbacks as the platform signs them, and their verification with correct settings except what a test changes. */
import { platformTestKeys } from '../scripts/keys-for-tests.ts';
import { type CallbackCheck, type CallbackToSign, signCallback, verifyCallback } from '../src/callbacks.ts';
import { type SignType, signTypes } from '../src/signing.ts';

export const merchantNo = '100001';
export const key = 'test-key-0123456789abcdef0123456789';
export const oldKey = 'test-old-key-0123456789abcdef01234';
export const atS = 1_795_165_200;
export const notifyUrl = 'https://shop.example/notify/7';
export const paid = {
  merchantNo,
  orderNo: 'A-1',
  systemNo: '2611201214000001234',
  amount: '100.00',
  fee: '0.60',
  obtained: '99.40',
  status: 'success',
  paidAt: '2026-11-20T09:00:00Z',
  attach: 'ชำระ 🧾',
  notifyId: 'n-1',
};
export const paidOut = {
  merchantNo,
  orderNo: 'P-1',
  systemNo: '2611201214000005678',
  amount: '5.00',
  fee: '1.00',
  status: 'paid',
  bankReference: 'B-9',
  failReason: null,
  finishedAt: '2026-11-20T09:00:00Z',
  attach: null,
  notifyId: 'n-2',
};

export function signed(signType: SignType, more: Partial<CallbackToSign> = {}) {
  return signCallback({
    notifyUrl,
    fields: paid,
    signType,
    key: signType === 'RSA-SHA256' ? platformTestKeys.privateKey : key,
    timestamp: String(atS),
    nonce: 'a1b2c3d4e5f60718',
    ...more,
  });
}

export function check(
  callback: { path: string; headers: CallbackCheck['headers']; body: string },
  more: Partial<CallbackCheck> = {},
) {
  return verifyCallback({
    url: callback.path,
    headers: callback.headers,
    rawBody: callback.body,
    merchantNo,
    signTypes,
    key,
    publicKey: platformTestKeys.publicKey,
    now: () => atS * 1000,
    ...more,
  });
}
