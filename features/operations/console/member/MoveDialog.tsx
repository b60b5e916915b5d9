/** Places a member under another agent, with all below it; shows before what that does. */
import { NativeSelect } from '@mantine/core';
import type { z } from 'zod';
import { MemberLink } from '#features/accounts/console/deciding/MemberLink.tsx';
import { ActDialog } from '#features/accounts/console/ActDialog.tsx';
import { Fact, Facts, SkeletonBar, SkeletonGroup } from '#foundation/console/display/layout.tsx';
import { TextField } from '#foundation/console/form/fields.tsx';
import { type FormValues, useFormState } from '#foundation/console/form/form.tsx';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { FieldErrors } from '#foundation/console/wire/api-errors.ts';
import { useAction, useCall } from '#foundation/console/wire/use-call.ts';
import { MemberAct, NewUpline } from '../../member-fields.ts';
import type { MemberDetail } from '../../member-page-contract.ts';
import { memberPageWords } from '../../member-page-words.ts';
import type { MovePreview } from '../../move-contract.ts';
import { moveTexts } from '../../words.ts';
import { moveCalls } from './calls.ts';
import classes from './Member.module.css';

const Moving = MemberAct.extend({ uplineNo: NewUpline });
type Moving = z.infer<typeof Moving>;

const REFRESHED = [
  '/operator/member/detail',
  '/operator/member/list',
  '/operator/member/history',
  '/operator/approval/list',
];

interface MoveDialogProps {
  member: MemberDetail;
  opened: boolean;
  onClose: () => void;
}

export function MoveDialog({ member, opened, onClose }: MoveDialogProps) {
  const t = useWords(memberPageWords);
  const { memberNo, name } = member;
  const move = useAction(moveCalls, '/operator/member/move', { refreshes: REFRESHED, quiet: true, background: false });
  return (
    <ActDialog<Moving>
      opened={opened}
      title={t('move_of', { name })}
      act={t('move')}
      schema={Moving}
      texts={moveTexts}
      initial={{ place: 'agent', uplineNo: '' }}
      input={withPlace}
      why={{ name: 'reason', label: t('reason') }}
      onSend={async ({ uplineNo, ...input }) => {
        const { outcome } = await move.mutateAsync({
          ...input,
          memberNo,
          uplineNo: uplineNo === null ? null : String(uplineNo),
        });
        showToast(t(outcome === 'done' ? 'was_moved' : 'move_proposed', { name }), 'good');
      }}
      onClose={onClose}
    >
      <p>{t('move_what')}</p>
      <PlaceFields isUnderAgent={member.uplines.length > 0} />
      {opened && <Preview memberNo={memberNo} />}
    </ActDialog>
  );
}

function withPlace({ place, uplineNo, ...values }: FormValues): Readonly<Record<string, unknown>> {
  return { ...values, uplineNo: place === 'none' ? null : uplineNo };
}

/** A member without an agent can only come under one. */
function PlaceFields({ isUnderAgent }: { isUnderAgent: boolean }) {
  const t = useWords(memberPageWords);
  const { values, set } = useFormState();
  return (
    <>
      {isUnderAgent && (
        <NativeSelect
          name="place"
          label={t('move_to')}
          value={values['place'] ?? ''}
          onChange={({ currentTarget }) => set('place', currentTarget.value)}
          data={[
            { value: 'agent', label: t('move_to_agent') },
            { value: 'none', label: t('move_to_none') },
          ]}
        />
      )}
      {values['place'] !== 'none' && (
        <TextField name="uplineNo" label={t('upline_of')} inputMode="numeric" maxLength={8} autoComplete="off" />
      )}
    </>
  );
}

function Preview({ memberNo }: { memberNo: string }) {
  const { values } = useFormState();
  const typed = (values['uplineNo'] ?? '').trim();
  const uplineNo = values['place'] === 'none' ? null : typed;
  const preview = useCall(
    moveCalls,
    '/operator/move/preview',
    { memberNo, uplineNo },
    { enabled: uplineNo === null || /^\d{8}$/.test(uplineNo), keepPrevious: false, quiet: true },
  );
  if (preview.data) return <Effect preview={preview.data} />;
  if (preview.error)
    return (
      <p className={classes.quiet} role="status">
        {(preview.error instanceof FieldErrors ? preview.error.fields['uplineNo'] : undefined) ?? preview.error.message}
      </p>
    );
  if (!preview.isLoading) return null;
  return (
    <SkeletonGroup>
      <SkeletonBar width="60%" />
      <SkeletonBar width="80%" />
    </SkeletonGroup>
  );
}

function Effect({ preview }: { preview: MovePreview }) {
  const t = useWords(memberPageWords);
  const { merchants, agents, before, after, lose, gain, cheaper, closes } = preview;
  return (
    <Facts>
      <Fact label={t('who_moves')}>{t('moving', { merchants, agents })}</Fact>
      <Fact label={t('agents_now')}>
        <Agents of={before} />
      </Fact>
      <Fact label={t('agents_then')}>
        <Agents of={after} />
      </Fact>
      {lose.length > 0 && (
        <Fact label={t('earn_no_more')}>
          <Agents of={lose} />
        </Fact>
      )}
      {gain.length > 0 && (
        <Fact label={t('earn_from_then')}>
          <Agents of={gain} />
        </Fact>
      )}
      {cheaper.length > 0 && <Fact label={t('cheaper_on')}>{cheaper.join(', ')}</Fact>}
      {closes.length > 0 && <Fact label={t('closes_on')}>{closes.join(', ')}</Fact>}
    </Facts>
  );
}

function Agents({ of }: { of: MovePreview['before'] }) {
  const t = useWords(memberPageWords);
  if (of.length === 0) return t('no_uplines');
  return (
    <ul className={classes.lines}>
      {of.map(({ memberNo, name }) => (
        <li key={memberNo}>
          <bdi className={classes.wrap}>{name}</bdi> <MemberLink memberNo={memberNo} />
        </li>
      ))}
    </ul>
  );
}
