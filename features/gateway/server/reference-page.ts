/**
 * The merchants' reference as a page that is open to all, with sample values, in four languages, and the OpenAPI
 * document of the gateway. The chosen language, programming language and sign type are in the address, so that the page
 * needs no script but the one that copies.
 */
import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { type Language, languageNames, languages } from '#foundation/core/words.ts';
import { pickLanguage } from '#foundation/server/http/negotiation.ts';
import { callbackForms, fieldForms } from '../forms.ts';
import { gatewayDocument } from '../openapi.ts';
import { type ReferenceRow, referenceIn, referenceText, RSA_COMMANDS } from '../reference.ts';
import { callSummaries } from '../reference-words.ts';
import type { Sample } from '../sample-parts.ts';
import {
  sampleLanguageNames,
  sampleLanguages,
  sampleOf,
  sampleSignTypes,
  type SampleSubject,
  type SampleValues,
} from '../samples.ts';

export interface ReferencePageDeps {
  /** Paths below the server's address. */
  path: string;
  document: string;
  /** `https://pay.example/gateway/v1`. */
  gateway: string;
  /** Where the samples ask for callbacks. */
  notifyUrl?: string | undefined;
  platformPublicKey(): Promise<string>;
}

export async function serveGatewayReference(
  server: FastifyInstance,
  { path, document, gateway, notifyUrl = fieldForms.notifyUrl.example, platformPublicKey }: ReferencePageDeps,
): Promise<void> {
  const files = { 'reference.css': 'text/css', 'reference.js': 'text/javascript' } as const;
  for (const [file, type] of Object.entries(files)) {
    const content = await readFile(new URL(`../console/${file}`, import.meta.url));
    server.get(`${path}/${file}`, (_request, reply) =>
      reply.header('cache-control', 'no-cache').type(`${type}; charset=utf-8`).send(content),
    );
  }
  const openApi = gatewayDocument(gateway);
  server.get(document, () => openApi);
  server.get<{ Querystring: Readonly<Record<string, unknown>> }>(path, async (request, reply) => {
    const { query } = request;
    const text = page({
      language: chosen(languages, query['lang'], pickLanguage(request.headers['accept-language'])),
      code: chosen(sampleLanguages, query['code'], 'curl'),
      signType: chosen(sampleSignTypes, query['sign'], 'HMAC-SHA256'),
      values: {
        gateway,
        merchantNo: callbackForms.payin.merchantNo.example,
        channel: fieldForms.channel.example,
        notifyUrl,
      },
      path,
      document,
      publicKey: await platformPublicKey(),
    });
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(text);
  });
}

function chosen<Choice extends string>(choices: readonly Choice[], wanted: unknown, otherwise: Choice): Choice {
  return choices.find((choice) => choice === wanted) ?? otherwise;
}

interface View {
  language: Language;
  code: (typeof sampleLanguages)[number];
  signType: (typeof sampleSignTypes)[number];
  values: SampleValues;
  path: string;
  document: string;
  publicKey: string;
}

function page(view: View): string {
  const { language, values, path, document, publicKey } = view;
  const t = (name: Parameters<typeof referenceText>[0]): string => escaped(referenceText(name, language));
  const { calls, payinCallback, payoutCallback, reportCallback, refusals } = referenceIn(language);
  const sections = calls.map(
    (call) => `<section id="${anchorOf(call.path)}">
<h3><code>POST ${escaped(call.path)}</code></h3>
<p>${escaped(call.summary)}</p>
<h4>${t('request')}</h4>
${call.fields.length === 0 ? `<p>${t('no_fields')}</p>` : fieldTable(call.fields, language)}
<h4>${t('reply')}</h4>
${fieldTable(call.data, language)}
${sampleBlock(view, call.path)}
</section>`,
  );
  const rows = refusals.map(
    ({ error, cause, cure, calls: only }) =>
      `<tr id="${error}"><td><code>${error}</code>${only.length === 0 ? '' : `<br><small>${escaped(only.join(', '))}</small>`}</td><td>${escaped(cause)}</td><td>${escaped(cure)}</td></tr>`,
  );
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${t('title')}</title>
<link rel="icon" href="/favicon.png" type="image/png" sizes="96x96">
<link rel="stylesheet" href="${path}/reference.css">
<script src="${path}/reference.js" defer></script>
</head>
<body data-copied="${t('copied')}">
<header>
<h1>${t('title')}</h1>
<nav>${languages.map((one) => link(view, { language: one }, languageNames[one], one === language, one)).join('\n')}</nav>
</header>
<main>
<p>${t('lead')}</p>
<p>${t('sample_values')}</p>
<dl>
<dt>${t('gateway')}</dt><dd><code>${escaped(values.gateway)}</code></dd>
<dt>${t('merchant')}</dt><dd><code>${escaped(values.merchantNo)}</code></dd>
<dt>${t('channels')}</dt><dd><code>${escaped(values.channel)}</code></dd>
<dt>${t('document')}</dt><dd><a href="${document}">${document}</a></dd>
</dl>
<h2>${t('start')}</h2>
<ol>
<li>${t('step_key')}</li>
<li>${t('step_create')} <a href="#${anchorOf('/pay/create')}">/pay/create</a></li>
<li>${t('step_pay')}</li>
<li>${t('step_callback')}</li>
</ol>
<p>${t('receive')} <a href="#callback">${t('to_receive')}</a></p>
<h2>${t('rules')}</h2>
<p>${t('rule_post')}</p>
<p>${t('rule_reply')}</p>
<p>${t('rule_retry')}</p>
<h2>${t('signing')}</h2>
<p>${t('sign_headers')}</p>
<p>${t('sign_path')}</p>
<p>${t('sign_body')}</p>
<p>${t('sign_replies')}</p>
<p>${t('rsa_make')}</p>
<pre tabindex="0" role="region" aria-label="openssl"><code>${RSA_COMMANDS}</code></pre>
<details><summary>${t('platform_key')}</summary><p>${t('platform_key_file')}</p><pre><code>${escaped(publicKey)}</code></pre></details>
<h2>${t('calls')}</h2>
${choices(view)}
${sections.join('\n')}
<section id="callback">
<h2>${t('callbacks')}</h2>
<p>${escaped(callSummaries.callback[language])}</p>
<p>${t('callback_retry')}</p>
<h4>${t('callback_payin')}</h4>
${fieldTable(payinCallback, language)}
<h4>${t('callback_payout')}</h4>
${fieldTable(payoutCallback, language)}
<h4>${t('callback_report')}</h4>
<p>${t('report_when')}</p>
${fieldTable(reportCallback, language)}
${sampleBlock(view, 'callback')}
</section>
<h2 id="refusals">${t('refusals')}</h2>
<div class="wide"><table>
<thead><tr><th>${t('error')}</th><th>${t('cause')}</th><th>${t('cure')}</th></tr></thead>
<tbody>${rows.join('\n')}</tbody>
</table></div>
</main>
</body>
</html>
`;
}

function choices(view: View): string {
  const { language, code, signType } = view;
  return `<nav aria-label="${escaped(referenceText('programming_language', language))}">
${sampleLanguages.map((one) => link(view, { code: one }, sampleLanguageNames[one], one === code)).join('\n')}
</nav>
<nav aria-label="${escaped(referenceText('sign_type', language))}">
${sampleSignTypes.map((one) => link(view, { signType: one }, one, one === signType)).join('\n')}
</nav>`;
}

function sampleBlock(view: View, subject: SampleSubject): string {
  const { language, code, signType, values } = view;
  const { file, text }: Sample = sampleOf(code, signType, subject, values);
  return `<h4>${escaped(referenceText('sample', language))} · ${sampleLanguageNames[code]} · ${signType}</h4>
<figure data-sample="${subject}" data-file="${file}">
<figcaption><code>${file}</code><button type="button">${escaped(referenceText('copy', language))}</button></figcaption>
<pre tabindex="0" role="region" aria-label="${file}"><code>${escaped(text)}</code></pre>
</figure>`;
}

function link(
  { path, ...view }: View,
  change: Partial<Pick<View, 'language' | 'code' | 'signType'>>,
  label: string,
  isCurrent: boolean,
  language?: Language,
): string {
  const { language: lang, code, signType } = { ...view, ...change };
  const query = new URLSearchParams({ lang, code, sign: signType }).toString();
  const anchor = change.language === undefined ? `#${anchorOf('/pay/create')}` : '';
  return `<a href="${path}?${escaped(query)}${anchor}"${language === undefined ? '' : ` lang="${language}"`}${isCurrent ? ' aria-current="true"' : ''}>${escaped(label)}</a>`;
}

function fieldTable(rows: readonly ReferenceRow[], language: Language): string {
  const head = (['field', 'value', 'meaning'] as const).map(
    (name) => `<th>${escaped(referenceText(name, language))}</th>`,
  );
  const body = rows.map(
    ({ name, value, meaning }) =>
      `<tr><td><code>${escaped(name)}</code></td><td>${escaped(value)}</td><td>${escaped(meaning)}</td></tr>`,
  );
  return `<div class="wide"><table><thead><tr>${head.join('')}</tr></thead><tbody>${body.join('\n')}</tbody></table></div>`;
}

function anchorOf(path: string): string {
  return path.slice(1).replace('/', '-');
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
