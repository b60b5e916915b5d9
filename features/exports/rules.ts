/** In which forms a list can be taken away as a file, and how much at a time. */

export const exportFormats = ['xlsx', 'csv'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Below what Excel takes on one page. */
export const MAX_EXPORTED_ROWS = 1_000_000;

/** Of one process: each holds a connection to the database as long as its reader takes. */
export const MAX_EXPORTS_AT_ONCE = 4;

/** Of one user. */
export const exportLimit = { scope: 'export', tries: 30, windowMs: 10 * 60_000 } as const;
