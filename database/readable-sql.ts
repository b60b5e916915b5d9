/**
 * Rewrites an expression or definition printed by PostgreSQL as a person would write it: lower-case keywords, short
 * type names, no casts of literals, `in (…)` for lists. The meaning and quoted texts don't change.
 */
export function readableSql(text: string): string {
  const quoted: string[] = [];
  const plain = text
    .replace(/'(?:[^']|'')*'|"[^"]*"/g, (found) => `\u00ab${quoted.push(found) - 1}\u00bb`)
    .toLowerCase()
    .replaceAll('timestamp with time zone', 'timestamptz')
    .replaceAll('timestamp without time zone', 'timestamp')
    .replaceAll('time without time zone', 'time')
    .replaceAll('character varying', 'varchar')
    .replace(/ using btree\b/g, '')
    .replace(/\b(on|references) (?:only )?public\./g, '$1 ')
    .replace(/\bon only /g, 'on ')
    .replace(/(\u00ab\d+\u00bb|\b\d+)::(?:text|bigint|integer|smallint|numeric)\b(?!\[)/g, '$1')
    .replace(/= any \(array\[([^\]]*)\]\)/g, 'in ($1)')
    .replace(/<> all \(array\[([^\]]*)\]\)/g, 'not in ($1)')
    .replace(/(\u00ab\d+\u00bb)::[a-z]+\[\]/g, '$1');
  return plain.replace(/\u00ab(\d+)\u00bb/g, (_, index: string) => quoted[Number(index)] ?? '');
}
