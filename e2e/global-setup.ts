/**
 * Before all journeys: the console is built when its sources changed, the demo's data are made once, the browser is
 * found.
 */
import type { TestProject } from 'vitest/node';
import { findOrInstallBrowser } from '#scripts/browser.mjs';
import { ensureConsoleBuilt } from '#scripts/console-build.mjs';
import { makeDemoFolder } from './demo-for-tests.ts';
import { removeFolder } from './server-for-tests.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The demo's data folder, stopped. */
    demoFolder: string;
    browser: { executablePath: string; args: string[] };
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await ensureConsoleBuilt(process.execPath);
  project.provide('browser', await findOrInstallBrowser());
  const demoFolder = await makeDemoFolder();
  project.provide('demoFolder', demoFolder);
  return () => removeFolder(demoFolder);
}
