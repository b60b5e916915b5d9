/**
 * The pages of the ePay door: why a payment can't start, which way to pay, and our own receipt. They work without script,
 * in the reader's language; an error also has the protocol's Chinese text, which shops know.
 */
import { money } from '#foundation/core/money.ts';
import { moneyText } from '#foundation/core/money-text.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import { type Language, locales } from '#foundation/core/words.ts';
import { type Html, html } from '#foundation/server/http/html.ts';
import { epayPageTexts, epayTexts } from '../words.ts';
import type { EpayRefusal, PricedOrder, Way } from './context.ts';

export interface PageFrame {
  language: Language;
  /** Address of the style sheet. */
  style: string;
}

export function errorPage({ fault, values }: EpayRefusal, frame: PageFrame): string {
  const text = formatPhrase(epayTexts[fault], frame.language, values);
  const chinese = formatPhrase(epayTexts[fault], 'zh', values);
  return page(frame, 'error_title', [
    html`<p>${text}</p>`,
    text === chinese ? html`` : html`<p lang="zh-CN" class="soft">${chinese}</p>`,
    html`<p class="soft">${translate(frame, 'error_hint')}</p>`,
  ]);
}

/** `linkOf`: where the payer goes who picks a type. */
export function choicePage(
  { order, ways }: { order: PricedOrder; ways: readonly Way[] },
  frame: PageFrame,
  linkOf: (type: string) => string,
): string {
  const rows: [keyof typeof epayPageTexts, string][] = [
    ['amount', moneyText(money(order.amountMinor, order.currency), frame.language)],
    ['goods', order.name],
    ['order', order.orderNo],
  ];
  return page(frame, 'choose_title', [
    factsOf(frame, rows),
    ways.length === 0
      ? html`<p>${translate(frame, 'no_way')}</p>`
      : html`<ul>
          ${ways.map(({ type }) => html`<li><a class="way" href="${linkOf(type)}">${nameOfType(frame, type)}</a></li>`)}
        </ul>`,
  ]);
}

export interface Receipt {
  isPaid: boolean;
  orderNo: string;
  amountMinor: bigint;
  currency: string;
}

export function receiptPage({ isPaid, orderNo, amountMinor, currency }: Receipt, frame: PageFrame): string {
  return page(frame, isPaid ? 'receipt_paid' : 'receipt_open', [
    factsOf(frame, [
      ['amount', moneyText(money(amountMinor, currency), frame.language)],
      ['order', orderNo],
    ]),
    html`<p class="soft">${translate(frame, isPaid ? 'receipt_paid_hint' : 'receipt_open_hint')}</p>`,
  ]);
}

function factsOf(frame: PageFrame, rows: readonly [keyof typeof epayPageTexts, string][]): Html {
  return html`<dl>
    ${rows.map(
      ([word, value]) =>
        html`<div>
          <dt>${translate(frame, word)}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}

function nameOfType(frame: PageFrame, type: string): string {
  const word = `type_${type}`;
  return isPageWord(word) ? translate(frame, word) : type;
}

function isPageWord(word: string): word is keyof typeof epayPageTexts {
  return Object.hasOwn(epayPageTexts, word);
}

function translate({ language }: PageFrame, word: keyof typeof epayPageTexts): string {
  return formatPhrase(epayPageTexts[word], language);
}

function page(frame: PageFrame, titleWord: keyof typeof epayPageTexts, parts: readonly Html[]): string {
  const title = translate(frame, titleWord);
  return html`<!doctype html>
    <html lang="${locales[frame.language].slice(0, 5)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="stylesheet" href="${frame.style}" />
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${parts}
        </main>
      </body>
    </html>`.text;
}
