/**
 * The whole console, as the browser renders it and as the build prerenders it for the first page. Both must render the
 * same markup.
 */
import { StrictMode } from 'react';
import { Toasts } from '#foundation/console/overlay/Toasts.tsx';
import { LanguageProvider } from '#foundation/console/page/words.tsx';
import { App } from './App.tsx';
import { NewVersion } from './shell/NewVersion.tsx';
import { Themed } from './shell/Themed.tsx';

export function Console() {
  return (
    <StrictMode>
      <Themed>
        <LanguageProvider>
          <App />
          <Toasts />
          <NewVersion />
        </LanguageProvider>
      </Themed>
    </StrictMode>
  );
}
