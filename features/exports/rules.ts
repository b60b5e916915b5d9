/** Export formats and limits. */

export const exportFormats = ['xlsx', 'csv'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Below the row limit of an Excel sheet. */
export const MAX_EXPORTED_ROWS = 1_000_000;

/** Per process: each export holds a database connection for as long as its client downloads. */
export const MAX_EXPORTS_AT_ONCE = 4;

/** Per user. */
export const exportLimit = { scope: 'export', tries: 30, windowMs: 10 * 60_000 } as const;
