/** Public API of the reconciliation feature: files the statements that connectors fetch. */
import { fileFetched, type Filed, type FilingDeps, type FetchedStatement } from './files/filing.ts';

export interface ReconciliationVerbs {
  /** Files an upstream's statement of a day. The same lines again change nothing, others replace the statement. */
  acceptLines(statement: FetchedStatement): Promise<Filed>;
}

export function reconciliationVerbs(deps: FilingDeps): ReconciliationVerbs {
  return { acceptLines: (statement) => fileFetched(deps, statement) };
}
