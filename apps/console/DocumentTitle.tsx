/** The document's title: the screen's, in the reader's language, then the product's. */
import type { AnyRouter } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';
import { useConfig } from '#features/platform/console/config.ts';
import type { Screen } from '#foundation/console/screen.ts';
import { usePhrase } from '#foundation/console/words.tsx';
import { PRODUCT } from './product.ts';

export function DocumentTitle({ router, screens }: { router: AnyRouter; screens: readonly Screen[] }) {
  const say = usePhrase();
  const name = useConfig()?.name ?? PRODUCT;
  const path = useSyncExternalStore((changed) => router.subscribe('onResolved', changed), () => router.state.location.pathname);
  const screen = screens.find((each) => each.path === path);
  const title = screen ? `${say(screen.title)} - ${name}` : name;
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
}
