/**
 * The HTML of the cashier page: how a bill looks to the payer in each state, in four languages, without inline scripts.
 * The one template function escapes everything from outside. Nothing here makes decisions.
 */
import { encode } from 'uqr';
import { money } from '#foundation/core/money.ts';
import { moneyText } from '#foundation/core/money-text.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import { type Language, languageNames, languages, locales, type PhraseValues } from '#foundation/core/words.ts';
import { type Html, html } from '#foundation/server/http/html.ts';
import { cashierWords } from '../words.ts';
import { type SandboxBill, upstreamNoOf } from './sandbox.ts';

export type CashierState = 'open' | 'paid' | 'failed' | 'expired';

export interface CashierView {
  language: Language;
  bill: SandboxBill;
  /** `left`: open, but the payer has left and there is no shop to return to. */
  state: CashierState | 'left';
  /** The page's own address, without a query. */
  payUrl: string;
  /** Whether there is a shop to return to. */
  hasReturn: boolean;
  secondsLeft: number;
  assets: CashierAssets;
}

/** URLs of the style sheet and the script. */
export interface CashierAssets {
  style: string;
  script: string;
}

export function cashierPage(view: CashierView): string {
  const { language, bill, state, payUrl, assets } = view;
  const title =
    state === 'open'
      ? `${moneyText(money(bill.amountMinor, bill.currency), language)} · ${translate(language, 'cashier')}`
      : translate(language, titles[state]);
  const withCode = state === 'open' && bill.mode === 'qr';
  const body = html` <article class="card${withCode ? ' card-wide' : ''}">
    ${withCode ? codeOf(payUrl, language) : ''}
    <div class="bill">${state === 'open' ? openBill(view) : closedBill(view, state)}</div>
  </article>`;
  return page({
    language,
    title,
    path: new URL(payUrl).pathname,
    body,
    assets,
    watch: state === 'open' || state === 'left',
  });
}

export function invalidPage(language: Language, path: string, assets: CashierAssets): string {
  const title = translate(language, 'invalid_title');
  const body = html` <article class="card">
    <div class="bill">
      ${sign('expired')}
      <h1>${title}</h1>
      <p class="lead">${translate(language, 'invalid_text')}</p>
    </div>
  </article>`;
  return page({ language, title, path, body, assets, watch: false });
}

const titles = { paid: 'paid_title', failed: 'failed_title', expired: 'expired_title', left: 'left_title' } as const;
const texts = { paid: 'paid_text', failed: 'failed_text', expired: 'expired_text', left: 'left_text' } as const;

function openBill(view: CashierView): Html {
  const { language, bill, payUrl, secondsLeft } = view;
  const path = new URL(payUrl).pathname;
  const amount = moneyText(money(bill.amountMinor, bill.currency), language);
  return html` <p class="label">${translate(language, 'amount_due')}</p>
    <h1 class="amount${amount.length > 13 ? ' amount-long' : ''}"><span>${amount}</span>${codeSuffix(amount, bill)}</h1>
    ${bill.subject === null ? '' : html`<p class="subject">${bill.subject}</p>`}
    <dl>
      <div>
        <dt>${translate(language, 'method')}</dt>
        <dd>${translate(language, `mode_${bill.mode}`)}</dd>
      </div>
      <div>
        <dt>${translate(language, 'order_no')}</dt>
        <dd class="number">${bill.systemNo.toString()}</dd>
      </div>
      <div>
        <dt>${translate(language, 'time_left')}</dt>
        <dd><time role="timer" class="timer" data-seconds="${secondsLeft}">${clockText(secondsLeft)}</time></dd>
      </div>
    </dl>
    <form method="post" action="${path}/pay?lang=${language}">
      <button class="button primary" type="submit">${translate(language, 'pay', { amount })}</button>
    </form>
    <div class="pair">
      <form method="post" action="${path}/fail?lang=${language}">
        <button class="button" type="submit">${translate(language, 'fail')}</button>
      </form>
      ${leaveLink(view, 'leave')}
    </div>`;
}

function closedBill(view: CashierView, state: keyof typeof titles): Html {
  const { language, bill, payUrl, hasReturn } = view;
  const path = new URL(payUrl).pathname;
  const amount = moneyText(money(bill.amountMinor, bill.currency), language);
  return html` ${sign(state)}
    <h1>${translate(language, titles[state])}</h1>
    <p class="lead">${translate(language, texts[state])}</p>
    <dl>
      <div>
        <dt>${translate(language, 'amount')}</dt>
        <dd>${amount}${codeSuffix(amount, bill)}</dd>
      </div>
      <div>
        <dt>${translate(language, 'order_no')}</dt>
        <dd class="number">${bill.systemNo.toString()}</dd>
      </div>
      ${
        state === 'paid'
          ? html`<div>
              <dt>${translate(language, 'payment_no')}</dt>
              <dd class="number">${upstreamNoOf(bill)}</dd>
            </div>`
          : ''
      }
    </dl>
    ${state === 'left' ? html`<a class="button primary" href="${path}?lang=${language}">${translate(language, 'back_to_payment')}</a>` : ''}
    ${hasReturn ? leaveLink(view, 'return_to_shop', state === 'left' ? '' : ' primary') : ''}
    ${!hasReturn && state !== 'left' ? html`<p class="hint">${translate(language, 'close_page')}</p>` : ''}`;
}

/**
 * A link, because it ends in a redirect to the shop. A form cannot do that: the policy's `form-action` forbids
 * redirects to another origin.
 */
function leaveLink({ language, payUrl }: CashierView, word: 'leave' | 'return_to_shop', more = ''): Html {
  const href = `${new URL(payUrl).pathname}/leave?lang=${language}`;
  return html`<a class="button${more}" href="${href}">${translate(language, word)}</a>`;
}

/** A sign such as ¥ or $ does not say which currency it is. */
function codeSuffix(amount: string, { currency }: SandboxBill): Html {
  return amount.includes(currency) ? html`` : html` <span class="currency">${currency}</span>`;
}

function codeOf(payUrl: string, language: Language): Html {
  const { data, size } = encode(payUrl, { ecc: 'L', border: 0 });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  // Each module of the code gets a whole number of pixels, so that all are equally wide.
  const pixels = size * Math.max(2, Math.floor(240 / size));
  return html` <figure class="code">
    <svg
      viewBox="0 0 ${size} ${size}"
      width="${pixels}"
      height="${pixels}"
      role="img"
      aria-label="${translate(language, 'qr_label')}"
      shape-rendering="crispEdges"
    >
      <path d="${dark}" />
    </svg>
    <figcaption>${translate(language, 'scan')}</figcaption>
  </figure>`;
}

const signs: Record<keyof typeof titles, string> = {
  paid: 'M14 25l7 7 13-15',
  failed: 'M17 17l14 14M31 17L17 31',
  expired: 'M24 14v11l7 4',
  left: 'M20 15h-4v18h4M22 24h12M29 18l6 6-6 6',
};

function sign(state: keyof typeof titles): Html {
  return html`<svg class="sign sign-${state}" viewBox="0 0 48 48" aria-hidden="true">
    <circle cx="24" cy="24" r="23" />
    <path d="${signs[state]}" />
  </svg>`;
}

interface Page {
  language: Language;
  title: string;
  /** For the links to the other languages. */
  path: string;
  body: Html;
  assets: CashierAssets;
  /** Whether the page checks for changes: the bill can be paid on another device, or expire. */
  watch: boolean;
}

function page({ language, title, path, body, assets, watch }: Page): string {
  return html`<!doctype html>
    <html lang="${locales[language].slice(0, 5)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="stylesheet" href="${assets.style}" />
        ${
          watch
            ? html`<script src="${assets.script}" defer></script>
                <noscript><meta http-equiv="refresh" content="20" /></noscript>`
            : ''
        }
      </head>
      <body>
        <header>
          <p class="brand">
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M3 9.5L12 4l9 5.5M5 10v8M10 10v8M14 10v8M19 10v8M3 20h18" /></svg
            >${translate(language, 'cashier')}
          </p>
          <nav aria-label="${translate(language, 'language')}">
            ${languages.map((other) => languageLink(other, language, path))}
          </nav>
        </header>
        <main>${body}</main>
        <footer><p>${translate(language, 'test_notice')}</p></footer>
      </body>
    </html>`.text;
}

function languageLink(other: Language, current: Language, path: string): Html {
  return html`<a
    href="${path}?lang=${other}"
    lang="${other}"
    hreflang="${other}"
    ${other === current ? html` aria-current="true"` : ''}
    >${languageNames[other]}</a
  >`;
}

function translate(language: Language, name: keyof typeof cashierWords, values?: PhraseValues): string {
  return formatPhrase(cashierWords[name], language, values);
}

/** `29:58`, or `1:29:58` from an hour on. */
function clockText(seconds: number): string {
  const parts = [Math.floor((seconds % 3600) / 60), seconds % 60].map((part) => part.toString().padStart(2, '0'));
  return seconds < 3600 ? parts.join(':') : [Math.floor(seconds / 3600), ...parts].join(':');
}
