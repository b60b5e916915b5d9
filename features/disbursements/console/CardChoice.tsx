/** Where it goes: the approved cards, plain radio buttons in the look of cards. */
import { useFormState } from '#foundation/console/form.tsx';
import { ScreenLink } from '#foundation/console/ScreenLink.tsx';
import { useWords } from '#foundation/console/words.tsx';
import type { CardRow } from '#features/cards/contract.ts';
import { withdrawWords } from '../screen-words.ts';
import classes from './Withdraw.module.css';

export function CardChoice({ cards }: { cards: readonly CardRow[] }) {
  const t = useWords(withdrawWords);
  const form = useFormState();
  const error = form.errors['cardId'];
  return (
    <fieldset className={classes.choice} aria-describedby={error === undefined ? undefined : 'withdrawal-card-error'}>
      <legend>{t('card')}</legend>
      <div className={classes.cards}>
        {cards.map((card) => (
          <label key={card.id} className={classes.card}>
            <input type="radio" name="cardId" value={card.id} checked={form.values['cardId'] === card.id} onChange={() => form.set('cardId', card.id)} />
            <CardFacts card={card} />
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p id="withdrawal-card-error" className={classes.error}>
          {error}
        </p>
      )}
      <ScreenLink to="/repay/bankcard" className={classes.link}>
        {t('manage_cards')}
      </ScreenLink>
    </fieldset>
  );
}

function CardFacts({ card: { holder, bankName, account } }: { card: CardRow }) {
  const t = useWords(withdrawWords);
  return (
    <span className={classes.cardFacts}>
      <span className={classes.holder}>{holder}</span>
      <span className={classes.quiet}>{bankName ?? t('alipay')}</span>
      <span className={classes.account}>{account}</span>
    </span>
  );
}
