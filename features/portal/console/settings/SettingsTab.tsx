/** The addresses, sign types and keys that a merchant's programs use. */
import { Panel } from '#foundation/console/display/layout.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { portalScreenWords } from '../../screen-words.ts';

export function SettingsTab() {
  const t = useWords(portalScreenWords);
  return <Panel title={t('tab_settings')}>{t('hint')}</Panel>;
}
