/**
 * Checks how the phrases are written: the marks of each language, one noun for each thing (docs/GLOSSARY.md), and no
 * turns that readers took for a translation. What the specification fixes word for word is excepted.
 */
import { languages, type Language } from '#foundation/core/words.ts';
import { phrases } from './phrases.ts';
import type { Finding, Tree } from './tree.ts';

/** Texts that `spec/console.md` fixes. */
const fixed = new Set([
  'Has Error',
  'you browser can not work',
  'This username does not exist',
  '获取配置失败，请联系业务人员！',
  '请求失败，请重新登录.',
  '获取权限列表失败!',
  '你已被登出，可以取消继续留在该页面，或者重新登录',
]);
/** Where the texts of a language are fixed: plugins search for them, or the gateway's contract is frozen with them. */
const fixedIn: Readonly<Record<string, readonly Language[]>> = {
  'features/epay/words.ts': ['zh'],
  'features/gateway/reference-words.ts': ['en'],
  'foundation/core/format-words.ts': ['zh'],
};

type Rule = readonly [RegExp, string];
const HAN = '\\p{Script=Han}';

const everywhere: readonly Rule[] = [
  [/ {2}/, 'has two spaces in a row'],
  [/^\s|\s$/, 'has a space at its end'],
  [/\.{3}/, 'has three full stops, not an ellipsis'],
  [/[\p{L}\p{N}}] [,;:!?]/u, 'has a space before a mark'],
  [/\{\w+\}\s?[%％]/, 'has a percentage as it is stored, not as the language writes it'],
];

const rules: Readonly<Record<Language, readonly Rule[]>> = {
  en: [
    [/\w'\w/, 'has a straight apostrophe'],
    [/\b(?:can ?not|(?:could|do|does|did|is|are|was|were|has|have|will|would) not)\b/i, 'has no contraction'],
    [/\bthis is needed\b/i, 'says “This is needed”: Required'],
    [/\blet go\b/i, 'says “let go”: Drop, released'],
    [/\bmend/i, 'says “mend”: fix'],
    [/\bhand(?:ed)? (?:it|them|the \w+) in\b/i, 'says “hand in”: upload, submit'],
    [/\bthere is no such\b/i, 'says “There is no such”: not found'],
    [/^acts$/i, 'says “Acts”: Actions'],
    [/(?<!came) \bat once\b/i, 'says “at once”: now, immediately'],
    [/\bmoney rests\b|\bwhat can leave\b/i, 'is a translated turn'],
    [
      /\b(?:customer service|business (?:contact|manager)|platform’s support)\b/i,
      'names another contact: customer support',
    ],
    [/e-mail/i, 'says “e-mail”: email'],
  ],
  zh: [
    [/[「」]/, 'has corner brackets, not “”'],
    [/\.$/, 'ends with a half-width full stop'],
    [new RegExp(`${HAN}[,;:!?]|[,;:!?]${HAN}`, 'u'), 'has a half-width mark beside a character'],
    [new RegExp(`${HAN}\\(|\\)${HAN}`, 'u'), 'has half-width brackets beside a character'],
    [new RegExp(`${HAN}[A-Za-z0-9]|[A-Za-z0-9]${HAN}`, 'u'), 'has no space between a character and a letter or digit'],
    [/(?<!…)…(?!…)/, 'has half an ellipsis: ……'],
    [/商务|业务人员/, 'names another contact: 客服'],
    [/上游/, 'says 上游: 支付渠道'],
  ],
  es: [
    [/[}\d]%/, 'has no space before %'],
    [/[“”"]/, 'has other quotation marks than «»'],
    [
      /(?:atención comercial|servicio de atención|(?:gestor|contacto) comercial)/i,
      'names another contact: atención al cliente',
    ],
    [/\bmonedero/i, 'says monedero: billetera'],
    [/\bretirada/i, 'says retirada: retiro'],
    [/\bapunte/i, 'says apunte: movimiento'],
    [/céntimo/i, 'says céntimo'],
    [/\b(?:su|el|un|del|de) móvil\b/i, 'says móvil: teléfono'],
    [/\bno (?:existe|hay) (?:es[ae]|tal) /i, 'says «No existe ese…»: No se ha encontrado'],
  ],
  th: [
    [/[.]$/, 'ends with a full stop'],
    [/ชำระดุล/, 'says ชำระดุล: รอบโอน'],
    [/ปล่อย(?:ยอด|เงิน)/, 'says ปล่อย: ปลดยอดที่พักไว้'],
    [/แคชเชียร์/, 'says แคชเชียร์: หน้าชำระเงิน'],
    [/ซื้อขาย/, 'says ซื้อขาย: ธุรกรรม'],
    [/ลงลายเซ็น|(?<!ลาย)(?<!เปอร์)เซ็น/, 'says เซ็น: ลงนาม'],
    [/รหัสผ่านการชำระ/, 'says รหัสผ่านการชำระเงิน: รหัสผ่านชำระเงิน'],
    [/วอลเล็ต/, 'says วอลเล็ต: กระเป๋าเงินอิเล็กทรอนิกส์'],
    [/บริการลูกค้าธุรกิจ|ฝ่ายสนับสนุน|(?:เจ้าหน้าที่|ผู้ติดต่อ)ของคุณ/, 'names another contact: ฝ่ายบริการลูกค้า'],
  ],
};

/** Finds phrases that break a rule of their language. */
export function unidiomaticPhrases(tree: Tree): Finding[] {
  return phrases(tree).flatMap(({ path, line, name, texts }) =>
    languages.flatMap((language, column) => {
      const text = texts[column] ?? '';
      if (fixed.has(text) || fixedIn[path]?.includes(language)) return [];
      const found = [...everywhere, ...rules[language]].filter(([pattern]) => pattern.test(shownOf(text)));
      const unpaired =
        language === 'es' && (count(text, '?') !== count(text, '¿') || count(text, '!') !== count(text, '¡'));
      return [
        ...found.map(([, what]) => ({ path, line, text: `${name} in ${language} ${what}` })),
        ...(unpaired && !/\w\?\w/.test(text) ? [{ path, line, text: `${name} in es opens no ¿ or ¡` }] : []),
      ];
    }),
  );
}

/** Finds phrases that end as a sentence in one language and not in another. Thai has no full stop. */
export function unequalEnds(tree: Tree): Finding[] {
  return phrases(tree).flatMap(({ path, line, name, texts }) => {
    if (texts.some((text) => fixed.has(text)) || path in fixedIn) return [];
    const [en = '', ...others] = texts.map(endOf);
    const odd = languages.slice(1).filter((language, at) => {
      const end = others[at] ?? '';
      return end !== en && !(language === 'th' && end === '' && '.?!'.includes(en));
    });
    return odd.map((language) => ({ path, line, text: `${name} ends differently in ${language}` }));
  });
}

/** Names of values and the parts of a plural are not text. */
function shownOf(text: string): string {
  return text.replace(/\{\w+, (?:plural|select),/g, '{').replace(/ (?:=\d|one|other) \{/g, ' {');
}

const ends: Readonly<Record<string, string>> = {
  '.': '.',
  '。': '.',
  '?': '?',
  '？': '?',
  '!': '!',
  '！': '!',
  ':': ':',
  '：': ':',
  '…': '…',
};

function endOf(text: string): string {
  return ends[text.replace(/[\s}]+$/, '').at(-1) ?? ''] ?? '';
}

function count(text: string, mark: string): number {
  return text.split(mark).length - 1;
}
