/** What a part of the page shows while its call is loading, and when it failed. */
import { Panel, SkeletonBar, SkeletonGroup } from '#foundation/console/display/layout.tsx';
import { FailedRows } from '#foundation/console/display/states.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { memberPageWords } from '../../member-page-words.ts';

export function PartCall({ source }: { source: { error: Error | null; refetch: () => Promise<unknown> } }) {
  const t = useWords(memberPageWords);
  return (
    <Panel>
      {source.error ? (
        <FailedRows title={t('part_failed')} error={source.error} onRetry={() => void source.refetch()} />
      ) : (
        <SkeletonGroup>
          <SkeletonBar width="46%" height={20} />
          <SkeletonBar width="80%" />
          <SkeletonBar width="60%" />
        </SkeletonGroup>
      )}
    </Panel>
  );
}
