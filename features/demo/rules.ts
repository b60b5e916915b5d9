/** The limit of role switches per network: each switch checks a password and opens a session. */
export const switchLimit = { scope: 'demo_switch_address', tries: 60, windowMs: 10 * 60_000 } as const;
