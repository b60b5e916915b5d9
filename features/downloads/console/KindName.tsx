/** What a file holds, in the user's language. A work without a name here is named by its file alone. */
import { usePhrase } from '#foundation/console/page/words.tsx';
import { exportKinds } from '#features/export-kinds.ts';
import { kindNames, otherNames } from '../kind-names.ts';

export function KindName({ kind }: { kind: string }) {
  const translate = usePhrase();
  const known = exportKinds.find((name) => name === kind);
  const name = known === undefined ? otherNames[kind] : kindNames[known];
  return name === undefined ? null : translate(name);
}
