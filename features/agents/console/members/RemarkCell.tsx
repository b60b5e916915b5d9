/** The agent's remark about a member, edited in place: Enter saves, Escape leaves it as it was. */
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { IconPencil } from '@tabler/icons-react';
import { CheckIcon, CrossIcon } from '#foundation/console/display/icons.tsx';
import { IconButton } from '#foundation/console/display/IconButton.tsx';
import { PlainField } from '#foundation/console/display/plain.tsx';
import { typingHandlers } from '#foundation/console/form/typed-field.ts';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { kitWords } from '#foundation/console/page/kit-words.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { FieldErrors } from '#foundation/console/wire/api-errors.ts';
import { useAction } from '#foundation/console/wire/use-call.ts';
import { typedLine } from '#foundation/core/typed-line.ts';
import { memberWords } from '../../member-words.ts';
import type { UserRow } from '../../tree-contract.ts';
import { treeCalls } from '../calls.ts';
import classes from './Members.module.css';

const MAX_LENGTH = 100;

export function RemarkCell({ member }: { member: UserRow }) {
  const t = useWords(memberWords);
  const [editing, setEditing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    flushSync(() => setEditing(false));
    button.current?.focus();
  };
  if (editing) return <RemarkForm member={member} onClose={close} />;
  const { remark, direct, name } = member;
  return (
    <span className={classes.remark}>
      <span className={classes.remarkText} title={remark === '' ? undefined : remark}>
        {remark === '' ? <span className={classes.quiet}>–</span> : remark}
      </span>
      {direct && (
        <IconButton
          ref={button}
          className={classes.pencil}
          label={t('edit_remark', { name })}
          onClick={() => setEditing(true)}
        >
          <IconPencil size={14} stroke={1.75} aria-hidden />
        </IconButton>
      )}
    </span>
  );
}

function RemarkForm({ member: { memberNo, name, remark }, onClose }: { member: UserRow; onClose: () => void }) {
  const t = useWords(memberWords);
  const kit = useWords(kitWords);
  const [text, setText] = useState(remark);
  const [fault, setFault] = useState<string>();
  const save = useAction(treeCalls, '/agent/changebio', { refreshes: ['/agent/userlist'] });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    const wanted = typedLine(text);
    if (wanted === remark) return onClose();
    try {
      await save.mutateAsync({ memberNo, remark: wanted });
      showToast(t('remark_saved'), 'good');
      onClose();
    } catch (error) {
      // Other errors have been shown; the text stays.
      if (error instanceof FieldErrors) setFault(Object.values(error.fields)[0]);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    event.stopPropagation();
    onClose();
  };
  return (
    <form className={classes.remarkForm} aria-label={t('remark_of', { name })} onSubmit={(event) => void submit(event)}>
      <PlainField
        aria-label={t('remark_of', { name })}
        aria-invalid={fault !== undefined || undefined}
        autoFocus
        onKeyDown={onKeyDown}
        autoComplete="off"
        value={text}
        {...typingHandlers({ reading: 'text', maxLength: MAX_LENGTH, onText: setText })}
      />
      <button type="submit" className={classes.saveButton} aria-label={t('save')} aria-busy={save.isPending}>
        <CheckIcon size={14} />
      </button>
      <IconButton className={classes.pencil} label={kit('cancel')} onClick={onClose}>
        <CrossIcon size={14} />
      </IconButton>
      {fault !== undefined && (
        <p className={classes.fault} role="alert">
          {fault}
        </p>
      )}
    </form>
  );
}
