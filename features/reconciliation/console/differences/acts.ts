/** What an operator can do with differences. */
export const acts = ['assign', 'resolve', 'ignore', 'reopen'] as const;
export type Act = (typeof acts)[number];
