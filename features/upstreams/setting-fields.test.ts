import { expect, test } from 'vitest';
import { z } from 'zod';
import { settingFields, settingsFrom, shownSettings } from './setting-fields.ts';

const schema = z
  .discriminatedUnion('kind', [
    z.strictObject({
      url: z.url(),
      map: z.record(z.string(), z.string()),
      kind: z.literal('KEY'),
      key: z.string().meta({ secret: true }),
    }),
    z.strictObject({
      url: z.url(),
      map: z.record(z.string(), z.string()),
      kind: z.literal('PAIR'),
      pem: z.string().meta({ secret: true, lines: true }),
    }),
  ])
  .refine(({ url }) => url !== 'https://no.example');
const fields = settingFields(schema);

test('fields are those of all variants, with what tells the variants apart', () => {
  expect(fields).toEqual([
    { name: 'url', kind: 'text', secret: false, options: [], when: null },
    { name: 'map', kind: 'pairs', secret: false, options: [], when: null },
    { name: 'kind', kind: 'choice', secret: false, options: ['KEY', 'PAIR'], when: null },
    { name: 'key', kind: 'text', secret: true, options: [], when: { name: 'kind', values: ['KEY'] } },
    { name: 'pem', kind: 'lines', secret: true, options: [], when: { name: 'kind', values: ['PAIR'] } },
  ]);
});

test('texts make settings: pairs by line, a secret that is left empty stays, another variant’s fields go', () => {
  const before = { url: 'https://old.example', map: {}, kind: 'KEY', key: 'stored' };
  const typed = { url: ' https://a.example ', map: 'qr = alipay\n\nbank=b=c', kind: 'KEY', key: '' };
  expect(settingsFrom(fields, typed, before)).toEqual({
    url: 'https://a.example',
    map: { qr: 'alipay', bank: 'b=c' },
    kind: 'KEY',
    key: 'stored',
  });
  expect(settingsFrom(fields, { ...typed, key: 'new' }, before)).toMatchObject({ key: 'new' });
  expect(settingsFrom(fields, { ...typed, kind: 'PAIR', pem: 'x\ny' }, before)).toEqual({
    url: 'https://a.example',
    map: { qr: 'alipay', bank: 'b=c' },
    kind: 'PAIR',
    pem: 'x\ny',
  });
  expect(settingsFrom(fields, typed, {})).not.toHaveProperty('key');
  expect(settingsFrom(fields, { ...typed, other: 'x' }, before)).toBeUndefined();
});

test('what is shown of stored settings has no secret', () => {
  const stored = { url: 'https://a.example', map: { qr: 'alipay', bank: 'b' }, kind: 'KEY', key: 'stored' };
  expect(shownSettings(fields, stored)).toEqual([
    { name: 'url', value: 'https://a.example', stored: true },
    { name: 'map', value: 'qr=alipay\nbank=b', stored: true },
    { name: 'kind', value: 'KEY', stored: true },
    { name: 'key', value: '', stored: true },
    { name: 'pem', value: '', stored: false },
  ]);
});
