/** One member's details at their own address: `/agent/userlist?open=<member number>`. Their code loads on first use. */
import { useState } from 'react';
import { SkeletonBar, SkeletonGroup } from '#foundation/console/display/layout.tsx';
import { EmptyRows, FailedRows } from '#foundation/console/display/states.tsx';
import { DetailDrawer } from '#foundation/console/overlay/DetailDrawer.tsx';
import type { RowSteps } from '#foundation/console/overlay/use-row-steps.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { useLazyPart } from '#foundation/console/wire/use-lazy-part.ts';
import { memberWords } from '../../member-words.ts';
import { agentWords } from '../../screen-words.ts';
import type { UserRow } from '../../tree-contract.ts';
import { treeCalls } from '../calls.ts';
import { MEMBER_NO } from '../member-field.ts';

const loadDetails = () => import('./MemberDetails.tsx');

export interface MemberDrawerProps {
  memberNo: string | undefined;
  /** The members on the page, which need no further request. */
  members: readonly UserRow[] | undefined;
  /** The members on the page are still loading. */
  waiting: boolean;
  /** To the rows before and after it. */
  steps?: RowSteps | undefined;
  onClose: () => void;
}

export function MemberDrawer({ memberNo, steps, ...props }: MemberDrawerProps) {
  const t = useWords(agentWords);
  // Keeps showing the last member while the drawer slides out.
  const [last, setLast] = useState(memberNo);
  if (memberNo !== undefined && memberNo !== last) setLast(memberNo);
  return (
    <DetailDrawer opened={memberNo !== undefined} title={t('member')} steps={steps} onClose={props.onClose}>
      {last !== undefined && <Member key={last} memberNo={last} {...props} />}
    </DetailDrawer>
  );
}

function Member({ memberNo, members, waiting, onClose }: Omit<MemberDrawerProps, 'steps'> & { memberNo: string }) {
  const t = useWords(memberWords);
  const shared = useWords(agentWords);
  const onPage = members?.find((each) => each.memberNo === memberNo);
  const isNumber = MEMBER_NO.test(memberNo);
  // A member on another page, or further down, is found by its number.
  const found = useCall(
    treeCalls,
    '/agent/userlist',
    { q: memberNo, limit: 10 },
    { enabled: isNumber && !waiting && onPage === undefined, keepPrevious: false },
  );
  const member = onPage ?? found.data?.list.find((each) => each.memberNo === memberNo);
  const { part } = useLazyPart(true, loadDetails, onClose);
  if (member && part) return <part.MemberDetails member={member} />;
  if (!isNumber || (!member && found.data))
    return <EmptyRows title={shared('not_below_title')} hint={shared('not_below_hint')} />;
  if (!member && found.error)
    return <FailedRows title={t('load_failed')} error={found.error} onRetry={() => void found.refetch()} />;
  return (
    <SkeletonGroup>
      <SkeletonBar width="46%" height={28} />
      <SkeletonBar width="62%" />
      {Array.from({ length: 8 }, (_, index) => (
        <SkeletonBar key={index} width={`${92 - ((index * 23) % 40)}%`} />
      ))}
    </SkeletonGroup>
  );
}
