/** The bank cards screen. */
import { PageHeader } from '#foundation/console/display/layout.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { cardTitles } from '../screen-titles.ts';
import { cardScreenWords } from '../screen-words.ts';
import { CardList } from './CardList.tsx';

function CardListScreen() {
  const t = useWords(cardScreenWords);
  const title = useWords(cardTitles)('cards');
  return <CardList renderHead={(add) => <PageHeader title={title} hint={t('hint')} actions={add} />} />;
}

export { CardListScreen as Screen };
