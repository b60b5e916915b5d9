/** The button of a panel that changes what it shows, and its dialog. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { ActDialog, type ActDialogProps } from '#features/accounts/console/ActDialog.tsx';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { memberPageWords } from '../../member-page-words.ts';
import { operatorMemberTexts } from '../../words.ts';
import classes from './Member.module.css';

type ChangeActProps<Input extends { verifyCode: string }> = Omit<
  ActDialogProps<Input>,
  'opened' | 'act' | 'texts' | 'onClose'
>;

export function ChangeAct<Input extends { verifyCode: string }>({ onSend, ...dialog }: ChangeActProps<Input>) {
  const t = useWords(memberPageWords);
  const [opened, setOpened] = useState(false);
  return (
    <div className={classes.acts}>
      <Button variant="default" onClick={() => setOpened(true)}>
        {t('change')}
      </Button>
      <ActDialog<Input>
        {...dialog}
        opened={opened}
        act={t('change')}
        texts={operatorMemberTexts}
        onSend={async (input) => {
          await onSend(input);
          showToast(t('changed'), 'good');
        }}
        onClose={() => setOpened(false)}
      />
    </div>
  );
}
