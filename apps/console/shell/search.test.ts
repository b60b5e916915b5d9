import { describe, expect, test } from 'vitest';
import type { Screen } from '#foundation/console/page/screen.ts';
import type { Phrase } from '#foundation/core/words.ts';
import { actionFinder, couldBeNumber, screenFinder } from './search.ts';

const title = (en: string, zh: string, es: string, th: string): Phrase => ({ en, zh, es, th });
const component = async () => ({ Screen: () => null });
const screens: readonly Screen[] = [
  { path: '/dashboard', name: 'Dashboard', title: title('Dashboard', '首页', 'Panel', 'แดชบอร์ด'), component },
  { path: '/order/list', name: 'OrderList', title: title('Orders', '收款订单', 'Pedidos', 'คำสั่งซื้อ'), component },
  {
    path: '/moneylog',
    name: 'UserMoneyLog',
    title: title('Money log', '资金明细', 'Movimientos', 'รายการเงิน'),
    component,
  },
  { path: '/user', name: 'User', title: title('My account', '我的账户', 'Mi cuenta', 'บัญชีของฉัน') },
  {
    path: '/user/bindphone',
    name: 'Phone',
    title: title('Phone', '绑定手机号', 'Teléfono', 'โทรศัพท์'),
    parent: '/user',
    component,
  },
  {
    path: '/user/hidden',
    name: 'Hidden',
    title: title('Orders of yesterday', '昨日订单', 'Pedidos de ayer', 'เมื่อวาน'),
    hidden: true,
    component,
  },
  { path: '/login', name: 'Login', title: title('Log in', '登录', 'Entrar', 'เข้าสู่ระบบ'), open: true, component },
];
const found = (text: string, language: 'en' | 'zh' | 'es' | 'th' = 'en') =>
  screenFinder(screens, language)(text).items.map(({ screen }) => screen.name);

describe('a screen is found', () => {
  test.each([
    ['by its title', 'Money log', 'en', 'UserMoneyLog'],
    ['by a part of it, in any case', 'mONEY', 'en', 'UserMoneyLog'],
    ['with letters exchanged', 'ordres', 'en', 'OrderList'],
    ['with a letter missing', 'dashbord', 'en', 'Dashboard'],
    ['by its path', '/moneylog', 'en', 'UserMoneyLog'],
    ['by the end of its path', 'bindphone', 'en', 'Phone'],
    ['in Chinese', '资金', 'zh', 'UserMoneyLog'],
    ['in Thai', 'รายการเงิน', 'th', 'UserMoneyLog'],
    ['in English by a Chinese user', 'orders', 'zh', 'OrderList'],
    ['without its accent', 'telefono', 'es', 'Phone'],
    ['with spaces around', '  orders ', 'en', 'OrderList'],
  ] as const)('%s', (_, text, language, name) => {
    expect(found(text, language)[0]).toBe(name);
  });

  test('with the menu group that contains it', () => {
    expect(screenFinder(screens, 'en')('phone').items[0]?.group?.title.en).toBe('My account');
  });

  test('by its title before another by its path', () => {
    const both: readonly Screen[] = [
      { path: '/limits', name: 'ByPath', title: title('Other', '其他', 'Otros', 'อื่นๆ'), component },
      { path: '/other', name: 'ByTitle', title: title('Limits', '限额', 'Límites', 'ขีดจำกัด'), component },
    ];
    expect(screenFinder(both, 'en')('limits').items.map(({ screen }) => screen.name)).toEqual(['ByTitle', 'ByPath']);
  });
});

describe('a search does not find', () => {
  test('hidden screens, pages before the login, or groups', () => {
    const all = found('');
    expect(all).toEqual(['Dashboard', 'OrderList', 'UserMoneyLog', 'Phone']);
    expect(found('yesterday')).toEqual([]);
    expect(found('log in')).not.toContain('Login');
  });

  test('anything for a text that resembles no title', () => {
    expect(found('xqzw')).toEqual([]);
    expect(found('2611211234567890123')).toEqual([]);
  });

  test('a title in a language that is neither the user’s nor English', () => {
    expect(found('资金', 'es')).toEqual([]);
  });
});

test.each([
  ['Switch to Thai', 'en', 'thai'],
  ['a part of it', 'en', 'dark'],
  ['Chinese', 'zh', '深色'],
  ['English by a Thai user', 'th', 'dark'],
  ['misspelled', 'en', 'swich to thai'],
] as const)('an action is found: %s', (_, language, text) => {
  const actions = [
    { id: 'th', title: title('Switch to Thai', '切换为泰语', 'Cambiar a tailandés', 'เปลี่ยนเป็นภาษาไทย') },
    { id: 'dark', title: title('Dark mode', '深色模式', 'Modo oscuro', 'โหมดมืด') },
  ];
  const { items, score } = actionFinder(actions, language)(text);
  expect(items[0]?.id).toBe(/t/.test(text) ? 'th' : 'dark');
  expect(score).toBeLessThan(0.4);
});

test.each([
  ['LM0912', true],
  ['a_b-c9', true],
  ['2611211234567890123', true],
  ['x'.repeat(64), true],
  ['LM091', true],
  ['A-17', true],
  ['7', true],
  ['TICKET', true],
  ['money', false],
  ['money log', false],
  ['26 11 21', true],
  ['LM0912;', true],
  ['订单７', true],
  ['订单订单订单', false],
  ['', false],
])('%s could be a number: %s', (text, answer) => {
  expect(couldBeNumber(text)).toBe(answer);
});
