import { expect, test } from 'vitest';
import { unequalEnds, unidiomaticPhrases } from './phrase-style.ts';
import { findingLines, repository, treeOf } from './tree.ts';

const repo = repository();
const row = (...texts: readonly string[]) =>
  treeOf({ 'features/a/words.ts': `export const w = words({ a: ${JSON.stringify(texts)} });` });
const said = (...texts: readonly string[]) =>
  findingLines(unidiomaticPhrases(row(...texts))).map((line) => line.replace('features/a/words.ts:1 a in ', ''));

test('each phrase is written as its language writes', () => {
  expect(findingLines(unidiomaticPhrases(repo))).toEqual([]);
});

test('a phrase ends alike in all languages', () => {
  expect(findingLines(unequalEnds(repo))).toEqual([]);
});

test.each([
  ['This is needed', '必填项', 'Campo obligatorio', 'จำเป็นต้องกรอก', 'en says “This is needed”: Required'],
  ['Let go to read it', '松开', 'Suelte', 'ปล่อย', 'en says “let go”: Drop, released'],
  ['See what to mend', '查看', 'Vea qué corregir', 'ดู', 'en says “mend”: fix'],
  ['Hand the table in again', '重新上传', 'Súbala', 'อัปโหลด', 'en says “hand in”: upload, submit'],
  ['There is no such order', '未找到', 'No encontrado', 'ไม่พบ', 'en says “There is no such”: not found'],
  ['It is not paid', '未支付', 'Sin pagar', 'ยังไม่ชำระ', 'en has no contraction'],
  ["The merchant's key", '密钥', 'Clave', 'คีย์', 'en has a straight apostrophe'],
  ['Ask your business contact', '请联系', 'Consulte', 'ติดต่อ', 'en names another contact: customer support'],
  ['Two  spaces', '两', 'Dos', 'สอง', 'en has two spaces in a row'],
  ['Contact', '请联系商务客服', 'Contacto', 'ติดต่อ', 'zh names another contact: 客服'],
  ['In Settings', '在「设置」中', 'En Ajustes', 'ใน', 'zh has corner brackets, not “”'],
  ['Paid, late', '已支付,逾期', 'Pagado', 'ชำระ', 'zh has a half-width mark beside a character'],
  ['Days', '最近7天', 'Días', 'วัน', 'zh has no space between a character and a letter or digit'],
  ['Loading…', '加载中…', 'Cargando…', 'กำลังโหลด…', 'zh has half an ellipsis: ……'],
  [
    '{p, number}% sent',
    '已上传 {p, number}%',
    '{p, number}% enviado',
    'ส่งแล้ว {p, number}%',
    'es has no space before %',
  ],
  [
    '{p} sent',
    '已上传 {p}',
    '{p} % enviado',
    'ส่งแล้ว {p}',
    'es has a percentage as it is stored, not as the language writes it',
  ],
  ['Withdrawal', '提现', 'Retirada', 'ถอนเงิน', 'es says retirada: retiro'],
  ['Pay?', '付款？', 'Pagar?', 'จ่ายหรือไม่', 'es opens no ¿ or ¡'],
  ['Release', '解冻', 'Liberación', 'ปล่อยยอด', 'th says ปล่อย: ปลดยอดที่พักไว้'],
  ['Cashier', '收银台', 'Caja', 'แคชเชียร์', 'th says แคชเชียร์: หน้าชำระเงิน'],
])('finds “%s”, %s, %s, %s', (en, zh, es, th, finding) => {
  expect(said(en, zh, es, th)).toEqual([finding]);
});

test('what the specification fixes stays', () => {
  expect(said('you browser can not work', '获取配置失败，请联系业务人员！', 'No', 'ไม่')).toEqual([]);
});

test('finds an end that one language lacks, but asks no full stop of Thai', () => {
  expect(findingLines(unequalEnds(row('Saved.', '已保存。', 'Guardado.', 'บันทึกแล้ว')))).toEqual([]);
  expect(findingLines(unequalEnds(row('Saved.', '已保存', 'Guardado', 'บันทึกแล้ว')))).toEqual([
    'features/a/words.ts:1 a ends differently in es',
    'features/a/words.ts:1 a ends differently in zh',
  ]);
});
