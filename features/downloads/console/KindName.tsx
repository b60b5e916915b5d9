/** What a file holds, in the user's language. A work without a name here is named by its file alone. */
import { usePhrase } from '#foundation/console/page/words.tsx';
import { nameOf } from '../kind-names.ts';

export function KindName({ kind }: { kind: string }) {
  const translate = usePhrase();
  const name = nameOf(kind);
  return name === undefined ? null : translate(name);
}
