/** Uses one kind for all lists, so that a test needs to define only its own. Only tests import this. */
import { exportKinds, type ExportKindName } from '#features/export-kinds.ts';
import type { ExportKind } from './kind.ts';

export function everyKindAs(kind: ExportKind): Record<ExportKindName, ExportKind> {
  return Object.fromEntries(exportKinds.map((name) => [name, kind])) as Record<ExportKindName, ExportKind>;
}
