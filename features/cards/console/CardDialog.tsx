/** Adding, changing or removing a card, over the list; and what has to be done before any of it is possible. */
import type { ReactNode } from 'react';
import type { Reader } from '#features/users/console/AccountPage.tsx';
import { Dialog } from '#foundation/console/Dialog.tsx';
import { ScreenLink } from '#foundation/console/ScreenLink.tsx';
import { useWords } from '#foundation/console/words.tsx';
import type { CardRow } from '../contract.ts';
import { MOST_CARDS } from '../rules.ts';
import { cardScreenWords } from '../screen-words.ts';
import { cardTexts } from '../words.ts';
import { CardForm } from './CardForm.tsx';
import classes from './CardList.module.css';
import { RemoveCardForm } from './RemoveCardForm.tsx';

export type CardDialogProps = ({ act: 'add' } | { act: 'edit' | 'remove'; card: CardRow }) & {
  reader: Reader;
  /** Cards that are there. */
  total: number;
  onClose: () => void;
};

const titles = { add: 'add', edit: 'edit_title', remove: 'remove_title' } as const;

export function CardDialog(props: CardDialogProps) {
  const { act, reader, total, onClose } = props;
  const t = useWords(cardScreenWords);
  const said = useWords(cardTexts);
  const around = (children: ReactNode) => (
    <Dialog opened title={t(titles[act])} onClose={onClose}>
      {children}
    </Dialog>
  );
  if (!reader.hasPayPassword)
    return around(
      <div className={classes.first}>
        <p className={classes.text}>
          <strong>{t('no_pay_password')}</strong> {t('no_pay_password_hint')}
        </p>
        <ScreenLink to="/user/paypassword">{t('set_pay_password')}</ScreenLink>
      </div>,
    );
  if (act === 'remove') return around(<RemoveCardForm card={props.card} reader={reader} onClose={onClose} />);
  if (act === 'add' && total >= MOST_CARDS)
    return around(<p className={classes.text}>{said('cards_full', { most: MOST_CARDS })}</p>);
  return around(<CardForm card={act === 'edit' ? props.card : undefined} reader={reader} onClose={onClose} />);
}
