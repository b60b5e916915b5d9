/** The settings that the tests of the developers' page show. Only tests import this. */
import type { ApiSettings } from '../settings-contract.ts';

const PEM = '-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----\n';

export const apiSettings = (changes: Partial<ApiSettings> = {}): ApiSettings => ({
  merchantNo: '20000001',
  gateway: 'https://pay.example/gateway/v1',
  signTypes: ['HMAC-SHA256'],
  md5KeyHint: 'demo…0123',
  platformPublicKey: PEM,
  platformPublicKeyBits: 2048,
  platformPublicKeyFingerprint: 'a'.repeat(64),
  merchantPublicKey: null,
  merchantPublicKeyBits: null,
  merchantPublicKeyFingerprint: null,
  requestIps: [{ cidr: '203.0.113.0/24', note: 'office' }],
  loginIps: [],
  yourIp: '198.51.100.1',
  keys: [
    {
      hint: 'demo…0123',
      state: 'active',
      createdAt: '2026-11-20T04:00:00.000Z',
      until: null,
      lastUsedAt: '2026-11-20T05:00:00.000Z',
      lastUsedIp: '203.0.113.7',
    },
  ],
  perSignType: [
    { type: 'MD5', lastUsedAt: null, requests7d: 0 },
    { type: 'HMAC-SHA256', lastUsedAt: '2026-11-20T05:00:00.000Z', requests7d: 1234 },
    { type: 'RSA-SHA256', lastUsedAt: null, requests7d: 0 },
  ],
  refusedIps7d: [],
  notifyHosts: [],
  ...changes,
});

export const OLD_KEY: ApiSettings['keys'][number] = {
  hint: 'oldk…9876',
  state: 'overlap',
  createdAt: null,
  until: '2026-11-21T04:00:00.000Z',
  lastUsedAt: null,
  lastUsedIp: null,
};
