/** One member's details at their own address: `/agent/userlist?open=<member number>`. Their code loads on first use. */
import { DetailSkeleton } from '#foundation/console/display/detail.tsx';
import { EmptyRows, FailedRows } from '#foundation/console/display/states.tsx';
import { DetailDrawer } from '#foundation/console/overlay/DetailDrawer.tsx';
import { useLast } from '#foundation/console/overlay/use-last.ts';
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
  const last = useLast(memberNo);
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
  return <DetailSkeleton lines={9} />;
}
