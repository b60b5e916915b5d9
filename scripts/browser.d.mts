/** A browser that has just proved that it renders a page, as launch options of playwright-core. */
export function findOrInstallBrowser(folder?: string): Promise<{ executablePath: string; args: string[] }>;
/** The one that comes by npm, even where the machine has its own. */
export function packagedBrowser(folder?: string): Promise<{ executablePath: string; args: string[] }>;
