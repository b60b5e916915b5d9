/**
 * What operators can do. A right is an area and a verb. A role is a set of rights, and an operator has the rights of all
 * its roles. The built-in roles are here, so that a new right belongs to them from its first day; an owner can make more.
 */
export const rights = [
  'overview.view',
  'members.view',
  'members.act',
  'members.configure',
  'notes.act',
  'terms.configure',
  'holds.act',
  'users.view',
  'users.act',
  'credentials.act',
  'views.act',
  'certifications.view',
  'certifications.act',
  'cards.view',
  'cards.act',
  'disbursements.view',
  'disbursements.act',
  'orders.view',
  'orders.act',
  'callbacks.view',
  'callbacks.act',
  'reversals.view',
  'reversals.act',
  'channels.view',
  'channels.configure',
  'upstreams.view',
  'upstreams.act',
  'upstreams.configure',
  'rates.view',
  'rates.configure',
  'adjustments.act',
  'approvals.view',
  'approvals.approve',
  'books.view',
  'books.act',
  'reconciliation.view',
  'reconciliation.act',
  'reconciliation.configure',
  'announcements.view',
  'announcements.configure',
  'settings.view',
  'settings.configure',
  'gateway.view',
  'audit.view',
  'staff.view',
  'staff.configure',
] as const;
export type Right = (typeof rights)[number];

export function isRight(text: string): text is Right {
  return (rights as readonly string[]).includes(text);
}

/** For owners alone, even to read: no role of one's own can have their rights. */
export const secretAreas: readonly string[] = ['staff'];

/** Every role can read every area but the secret ones. */
const views = rights.filter((right) => right.endsWith('.view') && !secretAreas.includes(areaOf(right)));

export const builtInRoles = {
  owner: rights,
  finance: [
    ...views,
    'members.configure',
    'notes.act',
    'terms.configure',
    'rates.configure',
    'disbursements.act',
    'reversals.act',
    'adjustments.act',
    'books.act',
    'reconciliation.act',
    'reconciliation.configure',
    'settings.configure',
    'approvals.approve',
  ],
  risk: [
    ...views,
    'members.act',
    'notes.act',
    'certifications.act',
    'cards.act',
    'holds.act',
    'users.act',
    'views.act',
    'orders.act',
    'approvals.approve',
  ],
  support: [
    ...views,
    'notes.act',
    'credentials.act',
    'views.act',
    'callbacks.act',
    'announcements.configure',
    'approvals.approve',
  ],
  engineer: [
    ...views,
    'channels.configure',
    'upstreams.act',
    'upstreams.configure',
    'callbacks.act',
    'settings.configure',
    'approvals.approve',
  ],
  auditor: [...views, 'books.act'],
} as const satisfies Readonly<Record<string, readonly Right[]>>;
export type BuiltInRole = keyof typeof builtInRoles;

export function isBuiltInRole(name: string): name is BuiltInRole {
  return Object.hasOwn(builtInRoles, name);
}

/** The rights of all these roles together. `own` are those of the roles that are not built in. */
export function rightsOf(roles: readonly string[], own: readonly string[] = []): ReadonlySet<Right> {
  return new Set([
    ...roles.filter(isBuiltInRole).flatMap((role): readonly Right[] => builtInRoles[role]),
    ...own.filter(isRight),
  ]);
}

export function areaOf(right: string): string {
  return right.slice(0, right.indexOf('.'));
}
