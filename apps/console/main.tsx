/** Starts the console in the browser. What the first page does not need is loaded while the person looks at it. */
import '#foundation/console/mantine-base.ts';
import { MantineProvider } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadConfig } from '#features/platform/console/config.ts';
import { PendingSign } from '#foundation/console/PendingSign.tsx';
import { Toasts } from '#foundation/console/Toasts.tsx';
import { LanguageProvider } from '#foundation/console/words.tsx';
import { DocumentTitle } from './DocumentTitle.tsx';
import { createConsoleRouter } from './router.tsx';
import { screens } from './screens.ts';
import { theme } from './theme.ts';

const router = createConsoleRouter(screens);
const element = document.getElementById('root');
if (!element) throw new Error('the page has no root element');

createRoot(element).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <LanguageProvider>
        <PendingSign />
        <RouterProvider router={router} />
        <DocumentTitle router={router} screens={screens} />
        <Toasts />
      </LanguageProvider>
    </MantineProvider>
  </StrictMode>,
);

// The configuration is asked for before the first guard waits for it.
loadConfig().catch(() => undefined);

/** What follows the login page, fetched while somebody types there. */
function preloadInside(): void {
  void import('./Shell.tsx');
  const home = screens.find((screen) => screen.component && !screen.open);
  void home?.component?.();
}
const idle = window.requestIdleCallback ?? ((callback: () => void) => setTimeout(callback, 500));
void router.load().then(() => idle(() => preloadInside()));
