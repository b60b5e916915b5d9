/**
 * Prerenders the login page at build time, exactly as the browser will render it. Built and called by
 * `apps/console/build/page.mjs`; never part of what the browser loads.
 */
import '#foundation/console/display/mantine-base.ts';
import { renderToString } from 'react-dom/server';
import { storeConfig } from '#features/platform/console/config.ts';
import type { Config } from '#features/platform/contract.ts';
import { userScreenWords } from '#features/accounts/screen-words.ts';
import { language } from '#foundation/console/page/language.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import { languages } from '#foundation/core/words.ts';
import { Console } from '#apps/console/Console.tsx';

export { drawnColours } from '#apps/console/shell/theme.ts';

/**
 * Renders the page in every language, with registration open and closed, and with the platform's logo and the product's
 * own mark.
 */
export function firstPages(name: string, logo: string) {
  return Object.fromEntries(
    languages.map((each) => {
      language.set(each);
      const draw = (shown: Pick<Config, 'logo' | 'registrationOpen'>): string => {
        storeConfig({ name, ...shown } as Config);
        return renderToString(<Console />);
      };
      const both = (registrationOpen: boolean) => ({
        mark: draw({ logo: null, registrationOpen }),
        logo: draw({ logo, registrationOpen }),
      });
      return [
        each,
        { title: `${formatPhrase(userScreenWords.login, each)} - ${name}`, open: both(true), closed: both(false) },
      ];
    }),
  );
}
