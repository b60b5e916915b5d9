/** The keys that a merchant's programs sign with. */
import { Panel } from '#foundation/console/display/layout.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { portalScreenWords } from '../../screen-words.ts';

export function KeysTab() {
  const t = useWords(portalScreenWords);
  return <Panel title={t('tab_keys')}>{t('hint')}</Panel>;
}
