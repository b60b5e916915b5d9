/**
 * Before all journeys: builds the console if its sources changed, creates the demo's data once, and finds the browser.
 */
import type { TestProject } from 'vitest/node';
import { findOrInstallBrowser } from '#scripts/browser.mjs';
import { ensureConsoleBuilt } from '#scripts/console-build.mjs';
import { makeDemoFolder } from './demo-for-tests.ts';
import { removeFolder } from './server-for-tests.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The demo's data folder; no server is running on it. */
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
