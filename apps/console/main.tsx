/** Starts the console in the browser, and fetches ahead what comes next: the wanted screen, or what follows the login. */
import '#foundation/console/mantine-base.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadConfig } from '#features/platform/console/config.ts';
import { followHash } from '#foundation/console/hash-address.ts';
import { PendingSign } from '#foundation/console/PendingSign.tsx';
import { Toasts } from '#foundation/console/Toasts.tsx';
import { readToken } from '#foundation/console/token.ts';
import { LanguageProvider } from '#foundation/console/words.tsx';
import { App, loadInside } from './App.tsx';
import { Themed } from './Themed.tsx';

// Where the schema library, loaded later, looks: it must not try to make code from text, which the page's policy forbids and reports.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

// What fails here is told by the guard, which asks again.
loadConfig().catch(() => undefined);
if (readToken() === undefined) whenIdle(loadAhead);
else loadAhead();
followHash();

const element = document.getElementById('root');
if (!element) throw new Error('the page has no root element');
createRoot(element).render(
  <StrictMode>
    <Themed>
      <LanguageProvider>
        <PendingSign />
        <App />
        <Toasts />
      </LanguageProvider>
    </Themed>
  </StrictMode>,
);

function loadAhead(): void {
  loadInside().then(
    ({ loadScreenAhead }) => loadScreenAhead(),
    () => undefined,
  );
}

/** After the first page stands and answers. */
function whenIdle(then: () => void): void {
  const soon = window.requestIdleCallback ?? ((callback: () => void) => setTimeout(callback, 300));
  window.addEventListener('load', () => soon(then), { once: true });
}
