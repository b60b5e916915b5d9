/**
 * A receipt as one page of its own: a file that any browser opens and prints, without scripts and without anything from
 * elsewhere. Pure.
 */

/** All texts are as the reader sees them. */
export interface Receipt {
  /** For the page's `lang`. */
  locale: string;
  /** Who issued it: the platform's name. */
  issuer: string;
  /** Whose it is: the member. */
  owner: string;
  title: string;
  amount: string;
  /** What happened, with its time: "Paid". */
  state: string;
  /** Label and value, in groups. */
  groups: readonly (readonly ReceiptRow[])[];
  foot: string;
}

export interface ReceiptRow {
  label: string;
  value: string;
  /** A number or an account, in the figures' typeface. */
  isNumber?: boolean;
}

export function receiptPage({ locale, issuer, owner, title, amount, state, groups, foot }: Receipt): string {
  const rows = groups.map(
    (group) =>
      `<dl>${group
        .map(
          ({ label, value, isNumber }) =>
            `<div><dt>${escaped(label)}</dt><dd${isNumber === true ? ' class="number"' : ''}>${escaped(value)}</dd></div>`,
        )
        .join('')}</dl>`,
  );
  return `<!doctype html>
<html lang="${escaped(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${RECEIPT_STYLE}</style>
</head>
<body>
<article class="receipt">
<header><strong>${markOf(issuer)}${escaped(issuer)}</strong><span>${escaped(owner)}</span></header>
<h1>${escaped(title)}</h1>
<p class="amount">${escaped(amount)}</p>
<p class="state">${escaped(state)}</p>
${rows.join('\n')}
<footer>${escaped(foot)}</footer>
</article>
</body>
</html>
`;
}

/** The issuer's first letter in a tile. */
function markOf(issuer: string): string {
  const [first] = new Intl.Segmenter().segment(issuer.trim());
  return first ? `<i>${escaped(first.segment)}</i>` : '';
}

const RECEIPT_STYLE = `
*{box-sizing:border-box}
body{margin:0;background:#f2f4f7;color:#12202f;font:15px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','PingFang SC','Microsoft YaHei','Noto Sans CJK SC','Noto Sans Thai',Thonburi,sans-serif}
.receipt{max-width:640px;margin:24px auto;padding:32px;background:#fff;border:1px solid #dfe4ea;border-radius:8px}
header{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:4px 16px;padding-bottom:16px;border-bottom:2px solid #12202f}
header strong{display:flex;align-items:center;gap:10px;font-size:18px}
header i{display:grid;place-items:center;width:32px;height:32px;border-radius:8px;background:#12202f;color:#fff;font-style:normal;-webkit-print-color-adjust:exact;print-color-adjust:exact}
header span,footer{color:#566575}
h1{margin:24px 0 0;font-size:16px;font-weight:600}
.amount{margin:4px 0 0;font-size:34px;font-weight:700;line-height:1.2;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.state{margin:4px 0 0;color:#0f7b4a;font-weight:600}
dl{margin:24px 0 0;border-top:1px solid #dfe4ea}
dl div{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 24px;padding:8px 0;border-bottom:1px solid #eef1f4}
dt{color:#566575}
dd{margin:0 0 0 auto;text-align:right;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
.number{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:14px}
footer{margin-top:24px;font-size:13px}
@media print{@page{margin:16mm}body{background:#fff}.receipt{max-width:none;margin:0;padding:0;border:0}}
@media (max-width:480px){.receipt{margin:0;padding:20px;border:0;border-radius:0}}
`.replaceAll('\n', '');

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
