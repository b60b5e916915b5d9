export interface Lock {
  packages: Record<string, { dev?: boolean; license?: string; optionalDependencies?: Record<string, string> }>;
}
/** The optional dependencies that have no entry in `lock`, by path. */
export function missingOptional(lock: Lock): Record<string, object>;
