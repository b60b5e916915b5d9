/** The document's title: the screen's, in the reader's language, then the product's. */
import { useEffect } from 'react';
import { usePlatformName } from '#features/platform/console/config.ts';
import { hashAddress } from '#foundation/console/hash-address.ts';
import { useCell } from '#foundation/console/signal.ts';
import { usePhrase } from '#foundation/console/words.tsx';
import type { Screen } from '#foundation/console/screen.ts';

export function DocumentTitle({ screens }: { screens: readonly Screen[] }) {
  const say = usePhrase();
  const name = usePlatformName();
  const { path } = useCell(hashAddress);
  const screen = screens.find((each) => each.path === path);
  const title = screen ? `${say(screen.title)} - ${name}` : name;
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
}
