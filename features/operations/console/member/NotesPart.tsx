/** What operators noted about a member, newest first, with a form for one more. Members never see it. */
import { useRight } from '#features/accounts/console/use-right.ts';
import { ExportButton } from '#features/exports/console/ExportButton.tsx';
import { Time } from '#foundation/console/display/format.tsx';
import { Panel } from '#foundation/console/display/layout.tsx';
import { Form, SubmitButton, useForm } from '#foundation/console/form/form.tsx';
import { TextAreaField } from '#foundation/console/form/TextAreaField.tsx';
import type { Column, PhoneRow } from '#foundation/console/list/data-table/column.ts';
import { DataTable } from '#foundation/console/list/data-table/DataTable.tsx';
import { useListAddress } from '#foundation/console/list/use-list-address.ts';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { type Translate, useWords } from '#foundation/console/page/words.tsx';
import { useAction, useCall } from '#foundation/console/wire/use-call.ts';
import { MAX_NOTE, Note } from '../../member-fields.ts';
import type { MemberNote } from '../../member-page-contract.ts';
import { memberPageWords } from '../../member-page-words.ts';
import { operatorMemberPageTexts } from '../../words.ts';
import { MEMBER_FRESH_MS, memberPageCalls } from './calls.ts';
import classes from './Member.module.css';
import type { PartProps } from './part-props.ts';

const noteAddress = { fields: {}, sortable: ['createdAt'] } as const;

export function NotesPart({ member: { memberNo } }: PartProps) {
  const t = useWords(memberPageWords);
  const adds = useRight('notes.act');
  const list = useListAddress(noteAddress);
  const { sort, order } = list.paging;
  const notes = useCall(
    memberPageCalls,
    '/operator/member/notes',
    { ...list.paging, memberNo },
    { refetchEveryMs: MEMBER_FRESH_MS },
  );
  return (
    <div className={classes.stack}>
      {adds && <NoteForm memberNo={memberNo} />}
      <DataTable
        name="operatorMemberNotes"
        label={t('part_notes')}
        counted={(count) => t('counted_notes', { count })}
        columns={noteColumns(t)}
        phone={notePhoneRow}
        source={notes}
        rowKey={(row) => row.id}
        list={list}
        actions={
          <ExportButton
            kind="memberNote"
            filter={{ sort, order, memberNo }}
            counted={(count) => t('counted_notes', { count })}
          />
        }
        empty={{ title: t('no_notes'), hint: t('note_hint') }}
      />
    </div>
  );
}

function noteColumns(t: Translate<typeof memberPageWords>): Column<MemberNote>[] {
  return [
    { id: 'text', header: t('note'), cell: ({ text }) => <p className={classes.text}>{text}</p> },
    { id: 'by', priority: 1, header: t('by'), cell: ({ by }) => <bdi>{by}</bdi> },
    {
      id: 'createdAt',
      priority: 2,
      header: t('time'),
      sortable: true,
      cell: ({ createdAt }) => <Time at={createdAt} short />,
    },
  ];
}

const notePhoneRow: PhoneRow<MemberNote> = {
  what: ({ text }) => <span className={classes.text}>{text}</span>,
  at: ({ createdAt }) => createdAt,
  sort: 'createdAt',
  facts: ({ by }) => [by],
};

function NoteForm({ memberNo }: { memberNo: string }) {
  const t = useWords(memberPageWords);
  const add = useAction(memberPageCalls, '/operator/member/addNote', {
    refreshes: ['/operator/member/notes', '/operator/member/history'],
  });
  const form = useForm({
    schema: Note,
    texts: operatorMemberPageTexts,
    initial: { text: '' },
    onSubmit: async ({ text }) => {
      await add.mutateAsync({ memberNo, text });
      form.reset();
      showToast(t('note_added'), 'good');
    },
  });
  return (
    <Panel>
      <div className={classes.form}>
        <Form form={form} label={t('add_note')}>
          <TextAreaField name="text" label={t('note')} description={t('note_hint')} maxLength={MAX_NOTE} rows={3} />
          <SubmitButton>{t('add_note')}</SubmitButton>
        </Form>
      </div>
    </Panel>
  );
}
