/**
 * Draws the sign-in page at build time, as the browser will draw it once its code is there: `scripts/console-page.mjs`
 * builds and asks this. Never part of what the browser loads.
 */
import '#foundation/console/mantine-base.ts';
import { renderToString } from 'react-dom/server';
import { keepConfig } from '#features/platform/console/config.ts';
import type { Config } from '#features/platform/contract.ts';
import { userScreenWords } from '#features/users/screen-words.ts';
import { language } from '#foundation/console/language.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import { languages } from '#foundation/core/words.ts';
import { Console } from './Console.tsx';

export { drawnColours } from './theme.ts';

/**
 * For every language, while registration is open and while it is closed, with the platform's logo and with the
 * product's own mark.
 */
export function firstPages(name: string, logo: string) {
  return Object.fromEntries(
    languages.map((each) => {
      language.set(each);
      const draw = (shown: Pick<Config, 'logo' | 'registrationOpen'>): string => {
        keepConfig({ name, ...shown } as Config);
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
