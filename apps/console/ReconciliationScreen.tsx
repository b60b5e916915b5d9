/**
 * The statement with the comparison of a member's own records and the finished files. The features are layered and don't
 * know each other; only this file joins them.
 */
import { FinishedStatements } from '#features/downloads/console/FinishedStatements.tsx';
import { StatementScreen } from '#features/statements/console/StatementScreen.tsx';

function ReconciliationScreen() {
  return <StatementScreen mailbox={FinishedStatements} />;
}

export { ReconciliationScreen as Screen };
