import { expect, test } from 'vitest';
import { languages } from '#foundation/core/words.ts';
import { sandboxReasons } from './reason-words.ts';
import { reasonText } from './reasons.ts';

test('what the sandbox says is shown in the reader’s language', () => {
  expect(languages.map((language) => reasonText(sandboxReasons.amount_44.en, language))).toEqual([
    'The sandbox refuses amounts that end in .44',
    '沙箱拒绝以 .44 结尾的金额',
    'El entorno de pruebas rechaza los importes que terminan en .44',
    'ระบบทดสอบปฏิเสธจำนวนเงินที่ลงท้ายด้วย .44',
  ]);
});

test.each([
  ['network', 'No se pudo conectar con el proveedor de pago'],
  ['timeout', 'El proveedor de pago no respondió a tiempo'],
  ['malformed', 'La respuesta del proveedor de pago no es clara; seguimos consultando'],
  ['currency_not_served', 'El proveedor de pago no ofrece este tipo de pago'],
  ['reference_taken', 'El proveedor de pago lo rechazó (reference_taken)'],
])('the name %s becomes a sentence', (reason, text) => {
  expect(reasonText(reason, 'es')).toBe(text);
});

test.each(['Account closed', '账户已注销', 'Conta encerrada', 'toString'])(
  'the bank’s own words stay: %s',
  (reason) => {
    expect(reasonText(reason, 'th')).toBe(reason);
  },
);

test('no reason is no text', () => {
  expect([reasonText(null, 'en'), reasonText('', 'en')]).toEqual(['', '']);
});
