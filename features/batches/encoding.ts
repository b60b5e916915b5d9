/**
 * Determines the encoding of a text file. Successful decoding proves nothing: `María` as Western systems write it is
 * Chinese characters in GB18030. An encoding counts only when the text itself shows it (decision 0041); a guess could
 * pay the wrong name.
 */
import { findBank } from '#features/cards/banks.ts';
import { BRACKETED, headingOf } from './columns.ts';
import { typeIn } from './rules.ts';
import { TableFault } from './table.ts';

/**
 * Decodes by the byte order mark, else as UTF-8 if it can be nothing else, else in the only encoding in which the file
 * contains known words. `isKnown` says whether a whole cell is one.
 */
export function textIn(bytes: Uint8Array, isKnown: (cell: string) => boolean = isWordOfBatches): string {
  const marked = unicodeOf(bytes);
  if (marked !== undefined) return decoded(bytes, marked) ?? fail('table_type');
  if (!bytes.some((byte) => byte >= 0x80)) return decoded(bytes, 'utf-8') ?? fail('table_type');
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const text = decoded(bytes, 'utf-8');
  if (text !== undefined && (hasMark || hasKnownWord(text, BEYOND_ASCII, isKnown))) return text;
  if (text !== undefined && isWrittenInUtf8(text)) return isAmbiguous(text) ? fail('table_encoding') : text;
  const [found, ...others] = Object.entries(localEncodings).flatMap(([encoding, letters]) => {
    const local = decoded(bytes, encoding);
    return local !== undefined && hasKnownWord(local, letters, isKnown) ? [local] : [];
  });
  if (found !== undefined && others.length === 0) return found;
  return fail(isBinary(bytes) ? 'table_type' : 'table_encoding');
}

function fail(word: 'table_type' | 'table_encoding'): never {
  throw new TableFault(word);
}

/** UTF-16 with its mark, or with every other byte of its first letters zero. */
function unicodeOf([first = 0, second = 0, third = 0, fourth = 0]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (second === 0 && fourth === 0 && first !== 0 && third !== 0) return 'utf-16le';
  if (first === 0 && third === 0 && second !== 0 && fourth !== 0) return 'utf-16be';
  return undefined;
}

/** Control characters except tabs and line breaks, and noncharacters: no table has them. */
const UNWRITTEN = /[^\P{Cc}\t\n\r]|\p{Noncharacter_Code_Point}/u;
/** How old programs end a file. */
const END_OF_FILE = '\u001a';

function decoded(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    const whole = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    const end = whole.trimEnd();
    const text = end.endsWith(END_OF_FILE) ? end.slice(0, -1) : whole;
    return UNWRITTEN.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

const SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
];

/**
 * Some Chinese names in GBK are also valid UTF-8, as two letters of Latin, Greek, Cyrillic, Hebrew or Arabic: 毛伟 is
 * `ëΰ`. No word mixes two of these scripts.
 */
function isWrittenInUtf8(text: string): boolean {
  return (text.match(/[\u0080-\u07ff]+/g) ?? []).every(
    (run) => SCRIPTS.filter((script) => script.test(run)).length <= 1,
  );
}

const BEYOND_ASCII = /[\u0080-\u{10ffff}]/u;
const WORD = /[a-z\u0080-\u{10ffff}]+/giu;

/**
 * Whether each non-ASCII word can also be a Chinese or a Thai name in its country's encoding: 宸翠宝 in GBK is `巴䱦` in
 * UTF-8. A single word that can't be one decides for UTF-8.
 */
function isAmbiguous(text: string): boolean {
  const words = [...new Set(text.match(WORD))].filter((word) => BEYOND_ASCII.test(word));
  return words.every(couldBeChinese) || words.every(couldBeThai);
}

/** An ASCII lower-case letter next to an accented one, as in `José`: no one writes Chinese or Thai letters there. */
const WESTERN = /[a-z][\u00df-\u024f]|[\u00df-\u024f][a-z]/u;
/**
 * By bytes: pairs of the letters of GB 2312, the point in names, brackets and the wide blank. The rarer letters of GBK
 * begin with other bytes.
 */
const GB_2312 = /^(?:[\u00b0-\u00f7][\u00a1-\u00fe]|\u00a1[\u00a1\u00a4]|\u00a3[\u00a8\u00a9])+$/;
/** A word begins with a consonant or a vowel that is written before it, and has no digits or signs. */
const THAI = /^(?!.*[\u0e45\u0e46\u0e4f-\u0e5b])[\u0e01-\u0e2e\u0e40-\u0e44]\p{Script=Thai}*$/u;

function couldBeChinese(word: string): boolean {
  return !WESTERN.test(word) && GB_2312.test(new TextDecoder('windows-1252').decode(bytesBeyondAscii(word)));
}

function bytesBeyondAscii(word: string): Uint8Array {
  return new TextEncoder().encode(word).filter((byte) => byte >= 0x80);
}

/** Thai in UTF-8, decoded as the encoding of Thai systems, is `เธ` or `เน` plus one letter, repeated: not a name. */
function couldBeThai(word: string): boolean {
  if (WESTERN.test(word) || /^\p{Script=Thai}+$/u.test(word)) return false;
  return THAI.test(new TextDecoder('windows-874').decode(bytesBeyondAscii(word)));
}

/** The default encodings of people's systems, and the letters of a word that shows the encoding. */
const localEncodings = {
  gb18030: /\p{Script=Han}{2}/u,
  'windows-874': /\p{Script=Thai}{3}/u,
  'windows-1252': /[\u00c0-\u00ff]/,
} as const;

/** Max cells with non-ASCII letters to look at, from the start of the file. */
const MAX_LOOKED_AT = 1_000;

/** A heading, a type or a bank. No text in another encoding becomes one by chance. */
function isWordOfBatches(cell: string): boolean {
  return headingOf(cell) !== undefined || typeIn(cell) !== undefined || findBank(cell) !== undefined;
}

/** Whether a whole cell is a known word. */
function hasKnownWord(text: string, letters: RegExp, isKnown: (cell: string) => boolean): boolean {
  let looked = 0;
  for (const cell of text.split(/[,;\t|\r\n"]/)) {
    // Bracketed text after a heading is ignored when headings are matched, so it proves nothing.
    if (!letters.test(cell.normalize('NFKC').replaceAll(BRACKETED, ''))) continue;
    if (isKnown(cell)) return true;
    if ((looked += 1) >= MAX_LOOKED_AT) return false;
  }
  return false;
}

/** Bytes that no text contains in any of these encodings. */
function isBinary(bytes: Uint8Array): boolean {
  const end = bytes.length - 1;
  return bytes.some(
    (byte, at) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d && !(byte === 0x1a && at === end),
  );
}
