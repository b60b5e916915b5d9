/** One member at its own address: `/operator/member?number=…`. What it is, its parts as tabs, and what operators can do. */
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { useRight } from '#features/accounts/console/use-right.ts';
import type { Right } from '#features/rights.ts';
import { ChoiceTabs } from '#foundation/console/display/ChoiceTabs.tsx';
import { CopyText } from '#foundation/console/display/CopyText.tsx';
import { PageHeader, Panel, SkeletonBar, SkeletonGroup } from '#foundation/console/display/layout.tsx';
import { EmptyRows, FailedRows } from '#foundation/console/display/states.tsx';
import { usePageAddress } from '#foundation/console/page/page-address.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { CallRefused } from '#foundation/console/wire/api-errors.ts';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { memberPageWords } from '../../member-page-words.ts';
import { operatorMemberWords } from '../../member-words.ts';
import { operatorTitles } from '../../screen-titles.ts';
import { MemberStates } from '../members/member-columns.tsx';
import { ApiPart } from './ApiPart.tsx';
import { memberPageCalls } from './calls.ts';
import { HistoryPart } from './HistoryPart.tsx';
import { HoldsPart } from './HoldsPart.tsx';
import classes from './Member.module.css';
import { MemberActs } from './MemberActs.tsx';
import { MoneyPart } from './MoneyPart.tsx';
import { NotesPart } from './NotesPart.tsx';
import { OverviewPart } from './OverviewPart.tsx';
import type { PartProps } from './part-props.ts';
import { PeoplePart } from './PeoplePart.tsx';
import { StatementPart } from './StatementPart.tsx';
import { TermsPart } from './TermsPart.tsx';

const parts = {
  overview: OverviewPart,
  people: PeoplePart,
  terms: TermsPart,
  holds: HoldsPart,
  money: MoneyPart,
  statement: StatementPart,
  api: ApiPart,
  notes: NotesPart,
  history: HistoryPart,
} as const satisfies Readonly<Record<string, ComponentType<PartProps>>>;
type Part = keyof typeof parts;
const partNames = Object.keys(parts) as Part[];

function MemberScreen() {
  const t = useWords(memberPageWords);
  const title = useWords(operatorTitles)('member');
  const { params } = usePageAddress();
  const memberNo = params['number'] ?? '';
  const isNumber = /^\d{8}$/.test(memberNo);
  const detail = useCall(
    memberPageCalls,
    '/operator/member/detail',
    { memberNo },
    { enabled: isNumber, keepPrevious: false },
  );
  const missing =
    !isNumber || (!detail.data && detail.error instanceof CallRefused && detail.error.error === 'not_found');
  if (detail.data) return <Member key={memberNo} member={detail.data} />;
  return (
    <>
      <PageHeader title={title} actions={<ToAll />} />
      <Panel>
        {missing ? (
          <EmptyRows title={t('missing')} hint={t('missing_hint')} />
        ) : detail.error ? (
          <FailedRows title={t('part_failed')} error={detail.error} onRetry={() => void detail.refetch()} />
        ) : (
          <SkeletonGroup>
            <SkeletonBar width="46%" height={28} />
            <SkeletonBar width="80%" />
            <SkeletonBar width="60%" />
          </SkeletonGroup>
        )}
      </Panel>
    </>
  );
}

function Member({ member }: PartProps) {
  const t = useWords(memberPageWords);
  const words = useWords(operatorMemberWords);
  const rightOf = { people: useRight('users.view' satisfies Right) };
  const { params, change } = usePageAddress();
  const shown = partNames.filter((name) => name !== 'people' || rightOf.people);
  const part = shown.find((name) => name === params['part']) ?? 'overview';
  const Shown = parts[part];
  return (
    <>
      <PageHeader
        title={<bdi className={classes.name}>{member.name}</bdi>}
        hint={
          <span className={classes.facts}>
            {words(member.kind)}
            <CopyText value={member.memberNo} />
            <MemberStates member={member} />
          </span>
        }
        actions={
          <div className={classes.headActs}>
            <MemberActs member={member} />
            <ToAll />
          </div>
        }
      />
      <div className={classes.tabs}>
        <ChoiceTabs
          label={t('parts')}
          value={part}
          options={shown.map((value) => ({ value, label: t(`part_${value}`) }))}
          // Filters and pages belong to one part.
          onChange={(value) =>
            change(() => ({ number: member.memberNo, ...(value === 'overview' ? {} : { part: value }) }))
          }
        />
      </div>
      <Shown key={part} member={member} />
    </>
  );
}

function ToAll() {
  const t = useWords(memberPageWords);
  return (
    <Button variant="default" renderRoot={(props) => <Link {...props} to="/operator/members" search={{}} />}>
      {t('all_members')}
    </Button>
  );
}

export { MemberScreen as Screen };
