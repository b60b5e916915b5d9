/** What an agent hands over to a member that it has added. The first password is in this page's memory alone. */
import { Button } from '@mantine/core';
import { CopyText } from '#foundation/console/display/CopyText.tsx';
import { Fact, Facts, Panel } from '#foundation/console/display/layout.tsx';
import { useCopy } from '#foundation/console/display/use-copy.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { addWords } from '../../add-words.ts';
import classes from './AddUser.module.css';

export interface Added {
  memberNo: string;
  username: string;
  password: string;
}

export function AddedPanel({ added, onAnother }: { added: Added; onAnother: () => void }) {
  const t = useWords(addWords);
  const { origin, pathname } = window.location;
  const facts = [
    [t('login_address'), `${origin}${pathname}#/login`],
    [t('username'), added.username],
    [t('password'), added.password],
    [t('member_no'), added.memberNo],
  ] as const;
  const all = facts.map(([label, value]) => `${label}: ${value}`).join('\n');
  const { copied, copy } = useCopy(all, (button) => button.closest('section'));
  return (
    <Panel title={t('added')}>
      <div className={classes.fields}>
        <p className={classes.quiet} role="status">
          {t('hand_over')}
        </p>
        <Facts>
          {facts.map(([label, value]) => (
            <Fact key={label} label={label}>
              <CopyText value={value} />
            </Fact>
          ))}
        </Facts>
        <div className={classes.buttons}>
          <Button onClick={copy}>{t(copied ? 'copied' : 'copy_all')}</Button>
          <Button variant="default" onClick={onAnother}>
            {t('add_another')}
          </Button>
        </div>
      </div>
    </Panel>
  );
}
