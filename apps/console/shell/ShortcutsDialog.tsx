/** Lists every keyboard shortcut, with a switch to turn single-key shortcuts off. Loaded when it is first opened. */
import { Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { Dialog } from '#foundation/console/overlay/Dialog.tsx';
import type { Screen } from '#foundation/console/page/screen.ts';
import { shortcutsOn, switchShortcuts } from '#foundation/console/page/single-keys.ts';
import { useCell } from '#foundation/console/wire/signal.ts';
import { usePhrase, useWords } from '#foundation/console/page/words.tsx';
import { commandKey, Keys } from './Keys.tsx';
import { navbarWords } from './navbar-words.ts';
import { keyedScreens, withdrawScreen } from './shortcuts.ts';
import classes from './ShortcutsDialog.module.css';

export function ShortcutsDialog({
  opened,
  screens,
  onClose,
}: {
  opened: boolean;
  screens: readonly Screen[];
  onClose: () => void;
}) {
  const t = useWords(navbarWords);
  const translate = usePhrase();
  const isOn = useCell(shortcutsOn);
  const keyed = keyedScreens(screens);
  return (
    <Dialog opened={opened} title={t('shortcuts')} size={460} yOffset="10dvh" onClose={onClose}>
      <Chapter title={t('everywhere')}>
        <Row text={t('find_anything')}>
          <Keys keys={[commandKey(), 'K']} />
        </Row>
        <Row text={t('find_here')} isOff={!isOn}>
          <Keys keys={['/']} />
        </Row>
        {withdrawScreen(screens) && (
          <Row text={t('withdraw')} isOff={!isOn}>
            <Keys keys={['W']} />
          </Row>
        )}
        <Row text={t('show_shortcuts')} isOff={!isOn}>
          <Keys keys={['?']} />
        </Row>
      </Chapter>
      <Chapter title={t('lists')}>
        <Row text={t('move_rows')}>
          <Keys keys={['↑', '↓']} />
        </Row>
        <Row text={t('open_row')}>
          <Keys keys={['↵']} />
        </Row>
        <Row text={t('next_row')} isOff={!isOn}>
          <Keys keys={['J', 'K']} />
        </Row>
        <Row text={t('close_row')}>
          <Keys keys={['Esc']} />
        </Row>
        <Row text={t('export_list')} isOff={!isOn}>
          <Keys keys={['E']} />
        </Row>
      </Chapter>
      {keyed.length > 0 && (
        <Chapter title={t('go_to')}>
          {keyed.map(({ key, screen }) => (
            <Row key={key} text={translate(screen.title)} isOff={!isOn}>
              <Keys keys={['G']} /> <span className={classes.then}>{t('and_then')}</span>{' '}
              <Keys keys={[key.toUpperCase()]} />
            </Row>
          ))}
        </Chapter>
      )}
      <Switch
        className={classes.switch}
        label={t('shortcuts_on')}
        description={t('shortcuts_on_hint')}
        checked={isOn}
        onChange={(event) => switchShortcuts(event.currentTarget.checked)}
      />
    </Dialog>
  );
}

function Chapter({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.chapter}>
      <h3 className={classes.title}>{title}</h3>
      <dl className={classes.rows}>{children}</dl>
    </section>
  );
}

function Row({ text, isOff = false, children }: { text: string; isOff?: boolean; children: ReactNode }) {
  return (
    <div className={classes.row} data-off={isOff || undefined}>
      <dt>{text}</dt>
      <dd>{children}</dd>
    </div>
  );
}
