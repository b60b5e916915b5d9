/**
 * In which encoding a text file is. Bytes that can be decoded prove nothing: `María` as Western systems write it is
 * Chinese characters to GB18030. An encoding counts only when the text says so itself (decision 0041); a guess would
 * pay another name.
 */
import { findBank } from '#features/cards/banks.ts';
import { headingOf } from './columns.ts';
import { typeIn } from './rules.ts';
import { TableFault } from './table.ts';

/**
 * By its mark, else UTF-8 where it can be nothing else, else the one encoding in which the file has words that we know.
 */
export function textIn(bytes: Uint8Array): string {
  const marked = unicodeOf(bytes);
  if (marked !== undefined) return decoded(bytes, marked) ?? fail('table_type');
  if (!bytes.some((byte) => byte >= 0x80)) return decoded(bytes, 'utf-8') ?? fail('table_type');
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const text = decoded(bytes, 'utf-8');
  if (text !== undefined && (hasMark || hasKnownWord(text, BEYOND_ASCII))) return text;
  if (text !== undefined && isWrittenInUtf8(text)) return isAmbiguous(text) ? fail('table_encoding') : text;
  const [found, ...others] = Object.entries(localEncodings).flatMap(([encoding, letters]) => {
    const local = decoded(bytes, encoding);
    return local !== undefined && hasKnownWord(local, letters) ? [local] : [];
  });
  if (found !== undefined && others.length === 0) return found;
  return fail(isBinary(bytes) ? 'table_type' : 'table_encoding');
}

function fail(word: 'table_type' | 'table_encoding'): never {
  throw new TableFault(word);
}

/** UTF-16 with its mark, or with every other byte of its first letters empty. */
function unicodeOf([first = 0, second = 0, third = 0, fourth = 0]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (second === 0 && fourth === 0 && first !== 0 && third !== 0) return 'utf-16le';
  if (first === 0 && third === 0 && second !== 0 && fourth !== 0) return 'utf-16be';
  return undefined;
}

/** Control characters but tabs and ends of lines, and what no character is: in no table. */
const UNWRITTEN = /[^\P{Cc}\t\n\r]|\p{Noncharacter_Code_Point}/u;
/** How programs of old end a file. */
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
 * Some Chinese names in GBK are UTF-8 too, as two letters of Latin, Greek, Cyrillic, Hebrew or Arabic: 毛伟 is `ëΰ`. No
 * word is written in two of these scripts.
 */
function isWrittenInUtf8(text: string): boolean {
  return (text.match(/[\u0080-\u07ff]+/g) ?? []).every(
    (run) => SCRIPTS.filter((script) => script.test(run)).length <= 1,
  );
}

const BEYOND_ASCII = /[\u0080-\u{10ffff}]/u;
const WORD = /[a-z\u0080-\u{10ffff}]+/giu;

/**
 * Each word beyond ASCII can also be a Chinese or a Thai name in the encoding of its country: 宸翠宝 in GBK is `巴䱦` in
 * UTF-8. A single word that can't be decides for UTF-8.
 */
function isAmbiguous(text: string): boolean {
  const words = [...new Set(text.match(WORD))].filter((word) => BEYOND_ASCII.test(word));
  return words.every(mayBeChinese) || words.every(mayBeThai);
}

/** A small letter of ASCII beside one with an accent, as in `José`: nobody writes Chinese or Thai letters there. */
const WESTERN = /[a-z][\u00df-\u024f]|[\u00df-\u024f][a-z]/u;
/**
 * By bytes: pairs of the letters of GB 2312, the point in names, brackets and the wide blank. The rarer letters of GBK
 * begin with other bytes.
 */
const GB_2312 = /^(?:[\u00b0-\u00f7][\u00a1-\u00fe]|\u00a1[\u00a1\u00a4]|\u00a3[\u00a8\u00a9])+$/;
/** A word begins with a consonant or a vowel that is written before it, and has no digits or signs. */
const THAI = /^(?!.*[\u0e45\u0e46\u0e4f-\u0e5b])[\u0e01-\u0e2e\u0e40-\u0e44]\p{Script=Thai}*$/u;

function mayBeChinese(word: string): boolean {
  return !WESTERN.test(word) && GB_2312.test(new TextDecoder('windows-1252').decode(bytesBeyondAscii(word)));
}

function bytesBeyondAscii(word: string): Uint8Array {
  return new TextEncoder().encode(word).filter((byte) => byte >= 0x80);
}

/**
 * The UTF-8 of Thai itself is `เธ` or `เน` and one more letter, over and over, in the encoding of Thai systems: no
 * name.
 */
function mayBeThai(word: string): boolean {
  if (WESTERN.test(word) || /^\p{Script=Thai}+$/u.test(word)) return false;
  return THAI.test(new TextDecoder('windows-874').decode(bytesBeyondAscii(word)));
}

/** What people's systems write by default, and the letters of a word that shows it. */
const localEncodings = {
  gb18030: /\p{Script=Han}{2}/u,
  'windows-874': /\p{Script=Thai}{3}/u,
  'windows-1252': /[\u00c0-\u00ff]/,
} as const;

/** Of the file's first cells with other letters than ASCII's. */
const MAX_LOOKED_AT = 1_000;

/**
 * A whole cell that is a heading, a type or a bank that we know: in another encoding no text comes out as one by
 * chance.
 */
function hasKnownWord(text: string, letters: RegExp): boolean {
  let looked = 0;
  for (const cell of text.split(/[,;\t|\r\n"]/)) {
    // What stands in brackets behind a heading is passed over when it is known, and shows nothing.
    if (!letters.test(cell.normalize('NFKC').replaceAll(/\([^)]*\)|\[[^\]]*\]/g, ''))) continue;
    if (headingOf(cell) !== undefined || typeIn(cell) !== undefined || findBank(cell) !== undefined) return true;
    if ((looked += 1) >= MAX_LOOKED_AT) return false;
  }
  return false;
}

/** Bytes that no text has in any of these encodings. */
function isBinary(bytes: Uint8Array): boolean {
  const end = bytes.length - 1;
  return bytes.some(
    (byte, at) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d && !(byte === 0x1a && at === end),
  );
}
