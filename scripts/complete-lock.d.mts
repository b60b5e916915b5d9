export interface Lock {
  packages: Record<string, { dev?: boolean; license?: string; optionalDependencies?: Record<string, string> }>;
}
/** The optional packages that `lock` names as dependencies and has no entry for, by path. */
export function missingOptional(lock: Lock): Record<string, object>;
