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
  payee: Payee | undefined;
  /** `left`: open, but the payer has left and there is no shop to return to. */
  state: CashierState | 'left';
  /** The page's own address, without a query. */
  payUrl: string;
  /** Whether there is a shop to return to. */
  hasReturn: boolean;
  /** Whether the page leads back by itself: the payer has just paid. */
  goesBack: boolean;
  secondsLeft: number;
  assets: CashierAssets;
}

/** Whom the payer pays. */
export interface Payee {
  name: string;
  /** The shop's own number of the order, or the recharge's. */
  orderNo: string;
  /** The payer fills the own wallet: there is no shop. */
  isRecharge: boolean;
}

/**
 * In the query of a page that was open when it was paid. Only that page leads back by itself, so that a payer who returns
 * later is not sent away.
 */
export const GOES_BACK = 'back=1';
const BACK_SECONDS = 3;

/** URLs of the style sheet and the script. */
export interface CashierAssets {
  style: string;
  script: string;
}

export function cashierPage(view: CashierView): string {
  const { language, bill, payee, state, payUrl, assets } = view;
  const title =
    state === 'open'
      ? `${amountOf(view)} · ${payee?.isRecharge === false ? payee.name : translate(language, 'cashier')}`
      : translate(language, titles[state]);
  const withCode = state === 'open' && bill.mode === 'qr';
  const body = html` <article class="card${withCode ? ' card-wide' : ''}">
    ${withCode ? codeOf(payUrl, language) : ''}
    <div class="bill">
      ${payeeHead(view)} ${state === 'open' ? openBill(view) : closedBill(view, state)} ${troubleLine(view)}
    </div>
  </article>`;
  const path = new URL(payUrl).pathname;
  const isWatching = state === 'open' || state === 'left';
  const goesTo = isWatching
    ? {
        seconds: WATCH_SECONDS,
        address: state === 'left' ? leaveAddress(view) : `${path}?lang=${language}&${GOES_BACK}`,
      }
    : view.goesBack
      ? { seconds: BACK_SECONDS, address: leaveAddress(view) }
      : undefined;
  return page({ language, title, path, body, assets, isWatching, goesTo });
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
  return page({ language, title, path, body, assets, isWatching: false, goesTo: undefined });
}

/** How often a page without scripts looks whether it was paid elsewhere. */
const WATCH_SECONDS = 20;

function amountOf({ bill, language }: CashierView): string {
  return moneyText(money(bill.amountMinor, bill.currency), language);
}

/** The shop, or the wallet's owner, so that the payer knows whom the money goes to. */
function payeeHead({ payee }: CashierView): Html {
  if (!payee) return html``;
  const [initial = ''] = new Intl.Segmenter().segment(payee.name.trim());
  const letter = initial === '' ? '' : initial.segment;
  return html`<p class="payee"><span class="payee-sign" aria-hidden="true">${letter}</span>${payee.name}</p>`;
}

function troubleLine(view: CashierView): Html {
  const { payee, language } = view;
  const word = payee === undefined || payee.isRecharge ? 'trouble' : 'trouble_shop';
  return html`<p class="trouble">
    ${translate(language, word, {
      shop: payee?.name ?? '',
      orderNo: orderNoOf(view),
    })}
  </p>`;
}

/** What is paid for, in the payer's language if the words are ours. */
function subjectOf({ payee, bill, language }: CashierView): string | null {
  return payee?.isRecharge ? translate(language, 'recharge') : bill.subject;
}

const titles = { paid: 'paid_title', failed: 'failed_title', expired: 'expired_title', left: 'left_title' } as const;
const texts = { paid: 'paid_text', failed: 'failed_text', expired: 'expired_text', left: 'left_text' } as const;

function openBill(view: CashierView): Html {
  const { language, bill, payUrl, secondsLeft } = view;
  const path = new URL(payUrl).pathname;
  const amount = amountOf(view);
  const subject = subjectOf(view);
  return html` <p class="label">${translate(language, 'amount_due')}</p>
    <h1 class="amount${amount.length > 13 ? ' amount-long' : ''}"><span>${amount}</span></h1>
    ${subject === null ? '' : html`<p class="subject">${subject}</p>`}
    <dl>
      <div>
        <dt>${translate(language, 'method')}</dt>
        <dd>${translate(language, `mode_${bill.mode}`)}</dd>
      </div>
      <div>
        <dt>${translate(language, 'order_no')}</dt>
        <dd class="number">${orderNoOf(view)}</dd>
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
      <a class="button" href="${leaveAddress(view)}">${translate(language, 'leave')}</a>
    </div>`;
}

function closedBill(view: CashierView, state: keyof typeof titles): Html {
  const { language, bill, payee, payUrl, hasReturn } = view;
  const path = new URL(payUrl).pathname;
  return html` ${sign(state)}
    <h1>${translate(language, titles[state])}</h1>
    <p class="lead">${translate(language, payee?.isRecharge ? ownTexts[state] : texts[state])}</p>
    <dl>
      <div>
        <dt>${translate(language, 'amount')}</dt>
        <dd>${amountOf(view)}</dd>
      </div>
      <div>
        <dt>${translate(language, 'order_no')}</dt>
        <dd class="number">${orderNoOf(view)}</dd>
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
    ${hasReturn ? returnLink(view) : ''}
    ${!hasReturn && state !== 'left' ? html`<p class="hint">${translate(language, 'close_page')}</p>` : ''}`;
}

function orderNoOf({ payee, bill }: CashierView): string {
  return payee?.orderNo ?? bill.systemNo.toString();
}

/** A page that leads back by itself counts the seconds, and can be stayed on. */
function returnLink(view: CashierView): Html {
  const { language, payee, payUrl, state, goesBack } = view;
  const text =
    payee === undefined
      ? translate(language, 'return_to_shop')
      : payee.isRecharge
        ? translate(language, 'return_to_recharge')
        : translate(language, 'return_to', { shop: payee.name });
  if (!goesBack)
    return html`<a class="button${state === 'left' ? '' : ' primary'}" href="${leaveAddress(view)}">${text}</a>`;
  const seconds = html`<span data-back="${BACK_SECONDS}">${BACK_SECONDS}</span>`;
  const [before = '', after = ''] = translate(language, 'in_seconds', { seconds: SPLIT }).split(SPLIT);
  return html`<a class="button primary" id="back" href="${leaveAddress(view)}">${text}</a>
    <p class="going" role="status">
      <span>${before}${seconds}${after}</span>
      <a href="${new URL(payUrl).pathname}?lang=${language}">${translate(language, 'stay')}</a>
    </p>`;
}
const SPLIT = '\u0000';

/**
 * A link, because it ends in a redirect to the shop. A form cannot do that: the policy's `form-action` forbids
 * redirects to another origin.
 */
function leaveAddress({ payUrl, language }: CashierView): string {
  return `${new URL(payUrl).pathname}/leave?lang=${language}`;
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

/** For the payer's own wallet. */
const ownTexts = {
  paid: 'own_paid_text',
  failed: 'own_again_text',
  expired: 'own_again_text',
  left: 'left_text',
} as const;

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
  isWatching: boolean;
  /** Where the page goes by itself without scripts, too. */
  goesTo: { seconds: number; address: string } | undefined;
}

function page({ language, title, path, body, assets, isWatching, goesTo }: Page): string {
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
          goesTo
            ? html`<script src="${assets.script}" defer></script>
                <noscript><meta http-equiv="refresh" content="${goesTo.seconds};url=${goesTo.address}" /></noscript>`
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
        <main${isWatching ? html` data-watch=""` : ''}>${body}</main>
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
