/** The user's own profile: picture, nickname, bio. Saved changes show in the navbar at once. */
import { useState } from 'react';
import { PictureField } from '#features/files/console/PictureField.tsx';
import { session } from '#features/accounts/console/session.ts';
import { useMe } from '#features/accounts/console/use-me.ts';
import type { UserInfo } from '#features/accounts/contract.ts';
import { TextField } from '#foundation/console/form/fields.tsx';
import { Form, type FormValues, SubmitButton, useForm } from '#foundation/console/form/form.tsx';
import { SkeletonBar, SkeletonGroup, PageHeader, Panel } from '#foundation/console/display/layout.tsx';
import { FailedRows } from '#foundation/console/display/states.tsx';
import { TextAreaField } from '#foundation/console/form/TextAreaField.tsx';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { useAction } from '#foundation/console/wire/use-call.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { Profile } from '../contract.ts';
import { profileCalls } from './calls.ts';
import { profileTitles } from '../screen-titles.ts';
import { profileWords } from '../screen-words.ts';
import { profileTexts } from '../words.ts';
import classes from './ProfileScreen.module.css';

function ProfileScreen() {
  const t = useWords(profileWords);
  const title = useWords(profileTitles)('profile');
  const me = useMe();
  const person = me.data?.userinfo;
  return (
    <>
      <PageHeader title={title} hint={t('hint')} />
      <div className={classes.page}>
        <Panel>
          {person ? (
            <ProfileForm person={person} />
          ) : me.error ? (
            <FailedRows title={t('load_failed')} error={me.error} onRetry={() => void me.refetch()} />
          ) : (
            <Loading />
          )}
        </Panel>
      </div>
    </>
  );
}

function ProfileForm({ person }: { person: UserInfo['userinfo'] }) {
  const t = useWords(profileWords);
  const save = useAction(profileCalls, '/user/profile', { refreshes: ['/user/info'] });
  const [busy, setBusy] = useState(false);
  const form = useForm({
    schema: Profile,
    texts: profileTexts,
    initial: { nickname: person.nickname, bio: person.bio, avatar: person.avatar ?? '' },
    savedAs: { name: 'profile', fields: ['nickname', 'bio', 'avatar'] },
    input: inputOf,
    onSubmit: async (input) => {
      await save.mutateAsync(input);
      const known = session.get();
      if (known)
        session.set({ ...known, person: { ...known.person, nickname: input.nickname, avatar: input.avatar ?? null } });
      showToast(t('saved'), 'good');
    },
  });
  const name = form.values.nickname || person.username;
  return (
    <Form form={form} label={t('form')}>
      <PictureField
        name="avatar"
        label={t('avatar')}
        shape="round"
        empty={[...name][0]?.toUpperCase()}
        onBusy={setBusy}
      />
      <div className={classes.username}>
        <span>{t('username')}</span>
        <strong>{person.username}</strong>
      </div>
      <TextField name="nickname" label={t('nickname')} autoComplete="nickname" maxLength={30} />
      <TextAreaField name="bio" label={t('bio')} maxLength={200} />
      <div>
        <SubmitButton disabled={busy}>{t('save')}</SubmitButton>
      </div>
    </Form>
  );
}

/** The contract wants null for no picture, not an empty id. */
function inputOf({ avatar, ...rest }: FormValues) {
  return { ...rest, avatar: avatar === '' ? null : avatar };
}

function Loading() {
  return (
    <SkeletonGroup>
      <SkeletonBar width={96} height={96} />
      <SkeletonBar width="60%" height={36} />
      <SkeletonBar width="100%" height={72} />
    </SkeletonGroup>
  );
}

export { ProfileScreen as Screen };
