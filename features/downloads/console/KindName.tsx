/** What a file holds, in the user's language. Works other than exports are named by their file alone. */
import { usePhrase } from '#foundation/console/page/words.tsx';
import { exportKinds } from '#features/export-kinds.ts';
import { kindNames } from '../kind-names.ts';

export function KindName({ kind }: { kind: string }) {
  const translate = usePhrase();
  const known = exportKinds.find((name) => name === kind);
  return known === undefined ? null : translate(kindNames[known]);
}
