/** The choice of the destination: the approved cards. */
import { ChoiceCards } from '#foundation/console/form/ChoiceCards.tsx';
import { ScreenLink } from '#foundation/console/page/ScreenLink.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import type { CardRow } from '#features/cards/contract.ts';
import { withdrawWords } from '../../screen-words.ts';
import classes from './Withdraw.module.css';

export function CardChoice({ cards }: { cards: readonly CardRow[] }) {
  const t = useWords(withdrawWords);
  return (
    <ChoiceCards
      name="cardId"
      label={t('card')}
      options={cards.map((card) => ({ value: card.id, facts: <CardFacts card={card} /> }))}
    >
      <ScreenLink to="/repay/bankcard" className={classes.manage}>
        {t('manage_cards')}
      </ScreenLink>
    </ChoiceCards>
  );
}

function CardFacts({ card: { holder, bankName, account } }: { card: CardRow }) {
  const t = useWords(withdrawWords);
  return (
    <>
      <span className={classes.holder}>{holder}</span>
      <span className={classes.quiet}>{bankName ?? t('alipay')}</span>
      <span className={classes.account}>{account}</span>
    </>
  );
}
