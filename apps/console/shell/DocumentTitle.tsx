/** Sets the document's title: the screen's title in the user's language, then the product's name. */
import { useEffect } from 'react';
import { usePlatformName } from '#features/platform/console/config.ts';
import { hashAddress } from '#foundation/console/page/hash-address.ts';
import { useCell } from '#foundation/console/wire/signal.ts';
import { usePhrase } from '#foundation/console/page/words.tsx';
import type { Screen } from '#foundation/console/page/screen.ts';
import { NOT_ALLOWED, NOT_FOUND } from '#apps/console/guard.ts';
import { frameWords } from './frame-words.ts';

/** Titles of the pages that are not screens. */
const ownTitles = new Map([
  [NOT_FOUND, frameWords.not_found_title],
  [NOT_ALLOWED, frameWords.not_allowed_title],
]);

export function DocumentTitle({ screens }: { screens: readonly Screen[] }) {
  const translate = usePhrase();
  const name = usePlatformName();
  const { path } = useCell(hashAddress);
  const own = ownTitles.get(path) ?? screens.find((each) => each.path === path)?.title;
  const title = own ? `${translate(own)} - ${name}` : name;
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
}
