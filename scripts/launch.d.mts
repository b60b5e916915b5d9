/** The flags of Node for a process with these roles, as in `ROLES`. */
export function heapFlagsOf(roles: string | undefined): string[];
