/** The username field. Asks the server while the user types whether the name is free. */
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { callApi } from '#foundation/console/wire/api.ts';
import { userCalls } from '../calls.ts';
import { composing } from '#foundation/console/form/composing.ts';
import { TextField } from '#foundation/console/form/fields.tsx';
import { useFormState } from '#foundation/console/form/form.tsx';
import { CheckIcon } from '#foundation/console/display/icons.tsx';
import { useCell } from '#foundation/console/wire/signal.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { typedLogin } from '#foundation/core/typed-text.ts';
import { userScreenWords } from '../../screen-words.ts';
import { userTexts } from '../../words.ts';
import classes from './UsernameField.module.css';

const TYPING_MS = 400;

export function UsernameField() {
  const t = useWords(userScreenWords);
  const translate = useWords(userTexts);
  const { values, errors } = useFormState();
  const taken = useIsTaken(typedLogin(values.username ?? ''));
  const free = taken === false && errors.username === undefined;
  return (
    <TextField
      name="username"
      label={t('username')}
      error={taken ? translate('username_taken') : undefined}
      description={
        free ? (
          <span className={classes.available} role="status">
            {t('username_free')}
          </span>
        ) : (
          t('username_hint')
        )
      }
      autoComplete="username"
      autoCapitalize="off"
      spellCheck={false}
      reading="line"
      maxLength={12}
      rightSection={
        free && (
          <span className={classes.available}>
            <CheckIcon />
          </span>
        )
      }
    />
  );
}

/** Returns undefined while unknown: too short, still being typed or composed, or no answer from the server. */
function useIsTaken(username: string): boolean | undefined {
  const [rested] = useDebouncedValue(username, TYPING_MS);
  const checkedName = useCell(composing) ? '' : rested;
  const [answer, setAnswer] = useState<{ username: string; taken: boolean }>();
  useEffect(() => {
    if (!/^\w{3,12}$/.test(checkedName)) return;
    const left = new AbortController();
    callApi(userCalls, '/user/exists', { field: checkedName }, { quiet: true, signal: left.signal }).then(
      (taken) => setAnswer({ username: checkedName, taken }),
      // Submitting the form will report the error; don't disturb the typing.
      () => undefined,
    );
    return () => left.abort();
  }, [checkedName]);
  return answer?.username === username ? answer.taken : undefined;
}
