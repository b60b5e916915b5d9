/** A bank that pays out, with the product's own gateway, and breaks down when it should. */
import type { FakeGateway } from '#features/upstreams/server/gateway-for-tests.ts';

export interface Bank {
  address(): string;
  /** From now on it breaks every connection. */
  fail(): void;
  /** From now on it answers, and pays. */
  pay(): void;
}

const ALWAYS = Number.MAX_SAFE_INTEGER;

export function bankOf(gateway: () => FakeGateway): Bank {
  return {
    address: () => gateway().url,
    fail: () => (gateway().next = { times: ALWAYS, drop: true }),
    pay: () =>
      (gateway().next = {
        times: ALWAYS,
        answer: (known) => ({
          code: 1,
          msg: '',
          data: { ...known, fee: '1.00', status: 'paid', bankReference: 'HARBOUR-1', failReason: null },
        }),
      }),
  };
}
