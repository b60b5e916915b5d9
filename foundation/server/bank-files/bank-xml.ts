/** Elements of ISO 20022 files. Texts keep their letters; what the schema limits is cut, and what XML can't hold replaced. */
import { oneLine } from './bank-text.ts';

export function tag(name: string, content: string): string {
  return `<${name}>${content}</${name}>`;
}

/** The schema takes no empty text. */
export function textTag(name: string, text: string, most: number): string {
  const written = [...oneLine(text)].slice(0, most).join('').trimEnd();
  return tag(name, written === '' ? '-' : written.replaceAll(UNUSUAL, (found) => escapes[found] ?? '\ufffd'));
}

const UNUSUAL = /[&<>]|\p{Noncharacter_Code_Point}|\p{Surrogate}/gu;
const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
