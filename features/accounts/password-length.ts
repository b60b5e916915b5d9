/** How long a login password is, in characters. The phrases that name it are compared with it in a test. */
export const PASSWORD_LENGTH = { min: 6, max: 16 } as const;
