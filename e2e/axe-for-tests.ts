/**
 * What stands in the way of those who read with more than their eyes, as axe finds it on a page that has come to rest.
 */
import { AxeBuilder } from '@axe-core/playwright';
import { untilAtRest } from './rest-for-tests.ts';
import type { Visitor } from './visitor-for-tests.ts';

/** A desk and a phone, in the light and in the dark, which is the same page in other colours. */
const appearances = [
  { width: 1440, dark: false },
  { width: 1440, dark: true },
  { width: 390, dark: true },
  { width: 390, dark: false },
] as const;

/** The rules of WCAG that a colour can break. */
const rulesOfColour = ['color-contrast', 'link-in-text-block'];

/** What WCAG 2.2 added that a program can see; axe leaves it out unless it is asked. */
const rulesOfTargets = ['target-size'];
const asked = { 'target-size': { enabled: true } };

export interface LookOptions {
  /** Names the page in what is found. */
  where: string;
  /** What is looked at; default: all of the page. */
  within?: string;
  /** Only what its colours can break. */
  colours?: boolean;
  /** Only what is too small or too close to be hit. */
  targets?: boolean;
  /** A menu is open, which lies over the page's landmarks and in none of them. */
  menu?: boolean;
}

/** As the page is. */
export async function barriers(
  { page }: Pick<Visitor, 'page'>,
  { where, within, colours = false, targets = false, menu = false }: LookOptions,
): Promise<string[]> {
  await untilAtRest(page);
  // Brought along once a page. In the page itself, as nothing of ours stands in frames: without a second page for the
  // results.
  const isThere = await page.evaluate<boolean>('"axe" in window');
  const runOnly = colours ? rulesOfColour : targets ? rulesOfTargets : undefined;
  const rules = { ...(colours ? {} : asked), ...(menu ? { region: { enabled: false } } : {}) };
  const axe = new AxeBuilder({ page, ...(isThere ? { axeSource: 'void 0' } : {}) })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], rules, ...(runOnly === undefined ? {} : { runOnly }) });
  const { violations } = await (within === undefined ? axe : axe.include(within)).analyze();
  const tooWide = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth');
  return [
    ...violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${where}: ${id}: ${html}: ${failureSummary ?? ''}`),
    ),
    ...(tooWide ? [`${where}: the page is too wide`] : []),
  ];
}

/** In each of its appearances, one after the other; the page is left as on a desk, in the light. */
export async function barriersInAll(visitor: Pick<Visitor, 'page'>, options: LookOptions): Promise<string[]> {
  const found: string[] = [];
  for (const { width, dark } of appearances) {
    await appear(visitor, width, dark);
    found.push(
      ...(await barriers(visitor, {
        ...options,
        colours: dark,
        where: `${options.where}, ${width} px, ${dark ? 'dark' : 'light'}`,
      })),
    );
  }
  await appear(visitor, appearances[0].width, appearances[0].dark);
  return found;
}

/** Ends when the page has followed. */
export async function appear({ page }: Pick<Visitor, 'page'>, width: number, dark: boolean): Promise<void> {
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
  await page.setViewportSize({ width, height: width < 640 ? 844 : 900 });
  // What follows the window in scripts has followed when two frames were drawn, and what they asked for was done.
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => setTimeout(() => requestAnimationFrame(() => setTimeout(done)))))',
  );
}

/** What is too small in the smallest of the reader's sizes; the page is left in the usual one. */
export async function barriersWhenSmall(visitor: Pick<Visitor, 'page'>, where: string): Promise<string[]> {
  const size = (name: string) =>
    visitor.page.locator('html').evaluate((root, chosen) => root.setAttribute('data-size', chosen), name);
  await size('mini');
  const found = await barriers(visitor, { where: `${where}, mini`, targets: true });
  await size('medium');
  return found;
}
