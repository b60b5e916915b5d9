/** Finds accessibility violations with axe, on a page that has come to rest. */
import { AxeBuilder } from '@axe-core/playwright';
import { untilIdle } from './idle-for-tests.ts';
import type { Visitor } from './visitor-for-tests.ts';

/** Desktop and phone, in light and dark; dark is the same page in other colours. */
const appearances = [
  { width: 1440, dark: false },
  { width: 1440, dark: true },
  { width: 390, dark: true },
  { width: 390, dark: false },
] as const;

/** The WCAG rules that depend on colours. */
const rulesOfColour = ['color-contrast', 'link-in-text-block'];

/** The rule of WCAG 2.2 that a program can check; axe leaves it out by default. */
const rulesOfTargets = ['target-size'];
const enabledRules = { 'target-size': { enabled: true } };

export interface LookOptions {
  /** Names the page in the findings. */
  where: string;
  /** CSS selector of the part to check; default: the whole page. */
  within?: string;
  /** Check only the rules that depend on colours. */
  colours?: boolean;
  /** Check only the size and spacing of targets. */
  targets?: boolean;
  /** A menu is open. It is outside the page's landmarks, so the `region` rule is disabled. */
  menu?: boolean;
}

/** Checks the page as it is. */
export async function barriers(
  { page }: Pick<Visitor, 'page'>,
  { where, within, colours = false, targets = false, menu = false }: LookOptions,
): Promise<string[]> {
  await untilIdle(page);
  // axe is injected once per page. Legacy mode opens no second page for the results; that suffices because the console
  // has no frames.
  const isLoaded = await page.evaluate<boolean>('"axe" in window');
  const runOnly = colours ? rulesOfColour : targets ? rulesOfTargets : undefined;
  const rules = { ...(colours ? {} : enabledRules), ...(menu ? { region: { enabled: false } } : {}) };
  const axe = new AxeBuilder({ page, ...(isLoaded ? { axeSource: 'void 0' } : {}) })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], rules, ...(runOnly === undefined ? {} : { runOnly }) });
  const { violations } = await (within === undefined ? axe : axe.include(within)).analyze();
  const tooWide = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth');
  return [
    ...violations.flatMap(({ id, nodes }) =>
      nodes
        // A link to a screen is a fragment. Where it is scrolled out of view, axe takes it for a skip link.
        .filter(({ html }) => id !== 'skip-link' || !html.includes('href="/#/'))
        .map(({ html, failureSummary }) => `${where}: ${id}: ${html}: ${failureSummary ?? ''}`),
    ),
    ...(tooWide ? [`${where}: the page is too wide`] : []),
  ];
}

/** Checks the page in each appearance in turn; leaves it on desktop, in light mode. */
export async function barriersInAll(visitor: Pick<Visitor, 'page'>, options: LookOptions): Promise<string[]> {
  const found: string[] = [];
  for (const { width, dark } of appearances) {
    await setAppearance(visitor, width, dark);
    found.push(
      ...(await barriers(visitor, {
        ...options,
        colours: dark,
        where: `${options.where}, ${width} px, ${dark ? 'dark' : 'light'}`,
      })),
    );
  }
  await setAppearance(visitor, appearances[0].width, appearances[0].dark);
  return found;
}

/** Sets width and colour scheme, and waits until the page has followed. */
export async function setAppearance({ page }: Pick<Visitor, 'page'>, width: number, dark: boolean): Promise<void> {
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
  await page.setViewportSize({ width, height: width < 640 ? 844 : 900 });
  // After two frames, scripts that follow the window's size have run, and so has what they scheduled.
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => setTimeout(() => requestAnimationFrame(() => setTimeout(done)))))',
  );
}

/** Checks the target sizes in the smallest interface size; leaves the page in the default size. */
export async function barriersWhenSmall(visitor: Pick<Visitor, 'page'>, where: string): Promise<string[]> {
  const size = (name: string) =>
    visitor.page.locator('html').evaluate((root, chosen) => root.setAttribute('data-size', chosen), name);
  await size('mini');
  const found = await barriers(visitor, { where: `${where}, mini`, targets: true });
  await size('medium');
  return found;
}
