/** The bank cards screen. */
import { PageHeader } from '#foundation/console/display/layout.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { cardTitles } from '../screen-titles.ts';
import { cardScreenWords } from '../screen-words.ts';
import { AddCardButton } from './AddCardButton.tsx';
import { CardList } from './CardList.tsx';

function CardListScreen() {
  const t = useWords(cardScreenWords);
  const title = useWords(cardTitles)('cards');
  return (
    <>
      <PageHeader title={title} hint={t('hint')} actions={<AddCardButton />} />
      <CardList />
    </>
  );
}

export { CardListScreen as Screen };
