/**
 * The whole console: what the browser draws, and what the build draws of it ahead for the first page. Must be the same
 * in both.
 */
import { StrictMode } from 'react';
import { Toasts } from '#foundation/console/Toasts.tsx';
import { LanguageProvider } from '#foundation/console/words.tsx';
import { App } from './App.tsx';
import { NewVersion } from './NewVersion.tsx';
import { Themed } from './Themed.tsx';

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
