/** Finds or installs a browser that has just rendered a test page. Returns launch options for playwright-core. */
export function findOrInstallBrowser(folder?: string): Promise<{ executablePath: string; args: string[] }>;
/** The browser from npm, even if the machine has its own. */
export function packagedBrowser(folder?: string): Promise<{ executablePath: string; args: string[] }>;
