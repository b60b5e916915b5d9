/**
 * What calls declare in addition to their fields: the actions of the audit log, the notices and the live events that
 * follow. Names must exist, every name has a source, and a call that only reads declares nothing but the record of the
 * read.
 */
import type { Call } from '#foundation/core/calls.ts';
import type { Finding } from './tree.ts';

export interface FactNames {
  audit: readonly string[];
  notices: readonly string[];
  /** Name → what uses it, for the names that no call declares. */
  outsideCalls: Readonly<Record<string, string>>;
}

export function factFindings(
  calls: Readonly<Record<string, Call>>,
  { audit, notices, outsideCalls }: FactNames,
): Finding[] {
  const declared = new Set(Object.values(calls).flatMap((call) => [...(call.audit ?? []), ...(call.notices ?? [])]));
  const known = new Set([...audit, ...notices]);
  return [
    ...Object.entries(calls).flatMap(([path, call]) => [
      ...unknown(call.audit, audit).map((name) => ({ path, text: `records ${name}, which is no action of the log` })),
      ...unknown(call.notices, notices).map((name) => ({ path, text: `sends ${name}, which is no kind of notice` })),
      ...readingFaults(call).map((text) => ({ path, text })),
    ]),
    ...[...known]
      .filter((name) => !declared.has(name) && !(name in outsideCalls))
      .map((name) => ({ path: name, text: 'is declared by no call' })),
    ...Object.keys(outsideCalls)
      .filter((name) => declared.has(name) || !known.has(name))
      .map((name) => ({
        path: name,
        text: known.has(name) ? 'is declared by a call' : 'is no name of the log or a notice',
      })),
  ];
}

function unknown(named: readonly string[] = [], known: readonly string[]): string[] {
  return named.filter((name) => !known.includes(name));
}

function readingFaults({ secondStep, audit = [], notices = [], live = [] }: Call): string[] {
  if (typeof secondStep !== 'object' || secondStep.none !== 'reads') return [];
  const changes = [...audit.filter((action) => !action.endsWith('_read')), ...notices, ...live];
  return changes.length === 0 ? [] : [`only reads, and declares ${changes.join(', ')}`];
}
