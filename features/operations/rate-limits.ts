/** Bounds of many rates at once. */

/** Max rates that one request sets. */
export const MAX_BULK = 500;

/** Max rows of a file that are checked at once. */
export const MAX_CHECKED = 5_000;
