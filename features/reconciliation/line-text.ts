/** What the kind and the status of a statement's line are called. What a mapping did not name stays as it is. */
import { lineKinds, lineStatuses } from './mapping.ts';
import type { reconciliationWords } from './screen-words.ts';

type T = (name: keyof typeof reconciliationWords) => string;

export function kindText(t: T, kind: string): string {
  const known = lineKinds.find((one) => one === kind);
  return known === undefined ? kind : t(`kind_${known}`);
}

export function statusText(t: T, status: string): string {
  const known = lineStatuses.find((one) => one === status);
  return known === undefined ? status : t(`status_${known}`);
}
