/**
 * The statement with the comparison of a member's own records and the finished files. The features are layered and don't
 * know each other; only this file joins them.
 */
import { FinishedStatements } from '#features/downloads/console/FinishedStatements.tsx';
import { Statement } from '#features/statements/console/Statement.tsx';
import { LazyPart } from '#foundation/console/display/LazyPart.tsx';
import { Panel, SkeletonBar, SkeletonGroup } from '#foundation/console/display/layout.tsx';

function StatementScreen() {
  return <Statement compare={Compare} mailbox={FinishedStatements} />;
}

const loadCompare = () => import('#features/record-checks/console/CompareRecords.tsx');

function Compare(props: { days: { first: string; last: string } }) {
  return (
    <LazyPart load={loadCompare} space={<CompareSpace />}>
      {({ CompareRecords }) => <CompareRecords {...props} />}
    </LazyPart>
  );
}

function CompareSpace() {
  return (
    <Panel>
      <SkeletonGroup>
        <SkeletonBar width="60%" />
        <SkeletonBar height={96} />
        <SkeletonBar width="40%" />
      </SkeletonGroup>
    </Panel>
  );
}

export { StatementScreen as Screen };
