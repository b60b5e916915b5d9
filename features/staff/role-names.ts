/** Names of roles and rights in the user's language. A role that an owner made has the name that the owner gave it. */
import { areaOf, isBuiltInRole } from '#features/rights.ts';
import { roleWords } from './role-words.ts';

/** Returns a phrase in the reader’s language. */
type T = (name: keyof typeof roleWords) => string;

export const verbs = ['view', 'act', 'approve', 'configure'] as const;

export function roleName(t: T, { id, name }: { id: string; name: string }): string {
  return isBuiltInRole(id) ? t(`role_${id}`) : name;
}

/** Several, in one line. */
export function roleNames(t: T, roles: readonly { id: string; name: string }[]): string {
  return roles.map((role) => roleName(t, role)).join(' · ');
}

export function areaName(t: T, area: string): string {
  const name = `area_${area}`;
  return name in roleWords ? t(name as keyof typeof roleWords) : area;
}

export function verbName(t: T, verb: string): string {
  const name = `verb_${verb}`;
  return name in roleWords ? t(name as keyof typeof roleWords) : verb;
}

/** What a role allows, in a line: "Cards: view, act". */
export function rightsText(t: T, rights: readonly string[]): string {
  return [...Map.groupBy(rights, areaOf)]
    .map(([area, some]) => {
      const names = some.map((right) => verbName(t, right.slice(area.length + 1)).toLowerCase());
      return `${areaName(t, area)}: ${names.join(', ')}`;
    })
    .join('; ');
}

/** What a role is for: said for a built-in one, listed for one of one's own. */
export function roleAbout(t: T, { id, rights }: { id: string; rights: readonly string[] }): string {
  return isBuiltInRole(id) ? t(`about_${id}`) : rightsText(t, rights);
}
