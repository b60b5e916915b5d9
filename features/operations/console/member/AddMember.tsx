/** Adds a member with its first user, and shows the link with which the user's owner sets the password. */
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { MemberLink } from '#features/accounts/console/deciding/MemberLink.tsx';
import { ActDialog } from '#features/accounts/console/ActDialog.tsx';
import { CopyText } from '#foundation/console/display/CopyText.tsx';
import { TextField } from '#foundation/console/form/fields.tsx';
import { type FormValues, useFormState } from '#foundation/console/form/form.tsx';
import { Dialog } from '#foundation/console/overlay/Dialog.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { useAction } from '#foundation/console/wire/use-call.ts';
import { AddedMember, MAX_NAME } from '../../member-fields.ts';
import { memberPageWords } from '../../member-page-words.ts';
import { operatorMemberWords } from '../../member-words.ts';
import { operatorMemberPageTexts } from '../../words.ts';
import { memberPageCalls } from './calls.ts';
import classes from './Member.module.css';

interface Added {
  memberNo: string;
  username: string;
  link: string;
}

export function AddMember() {
  const t = useWords(memberPageWords);
  const words = useWords(operatorMemberWords);
  const [opened, setOpened] = useState(false);
  const [added, setAdded] = useState<Added>();
  const add = useAction(memberPageCalls, '/operator/member/add', {
    refreshes: ['/operator/member/list'],
    quiet: true,
    background: false,
  });
  return (
    <>
      <Button onClick={() => setOpened(true)}>{t('add_member')}</Button>
      <ActDialog
        opened={opened}
        title={t('add_member')}
        act={t('add_member')}
        schema={AddedMember}
        texts={operatorMemberPageTexts}
        initial={nothingTyped}
        input={withoutEmptyUpline}
        why={{ name: 'reason', label: t('reason') }}
        onSend={async ({ uplineNo, ...input }) =>
          setAdded(
            await add.mutateAsync({ ...input, ...(uplineNo === undefined ? {} : { uplineNo: String(uplineNo) }) }),
          )
        }
        onClose={() => setOpened(false)}
      >
        <p>{t('add_member_what')}</p>
        <TypeField />
        <TextField name="name" label={t('name')} maxLength={MAX_NAME} autoComplete="off" />
        <TextField name="username" label={words('username')} maxLength={12} autoComplete="off" spellCheck={false} />
        <TextField name="mobile" label={t('mobile')} inputMode="tel" maxLength={20} autoComplete="off" />
        <TextField
          name="uplineNo"
          label={t('upline_of')}
          placeholder={t('no_upline_hint')}
          inputMode="numeric"
          maxLength={8}
          autoComplete="off"
        />
      </ActDialog>
      <Dialog
        opened={added !== undefined}
        title={added && t('link_of', { name: added.username })}
        onClose={() => setAdded(undefined)}
      >
        {added && (
          <>
            <p className={classes.what}>
              <MemberLink memberNo={added.memberNo} /> · {t('link_once')}
            </p>
            <p className={classes.wrap}>
              <CopyText value={added.link} />
            </p>
          </>
        )}
      </Dialog>
    </>
  );
}

const nothingTyped = { type: 'merchant', name: '', username: '', mobile: '', uplineNo: '' };

function withoutEmptyUpline({ uplineNo, ...values }: FormValues): Readonly<Record<string, unknown>> {
  return uplineNo === undefined || uplineNo === '' ? values : { ...values, uplineNo };
}

function TypeField() {
  const words = useWords(operatorMemberWords);
  const { values, set } = useFormState();
  return (
    <NativeSelect
      name="type"
      label={words('kind')}
      value={values['type'] ?? ''}
      onChange={({ currentTarget }) => set('type', currentTarget.value)}
      data={[
        { value: 'merchant', label: words('merchant') },
        { value: 'agent', label: words('agent') },
      ]}
    />
  );
}
