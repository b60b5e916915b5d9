/** The dialog to add, change or remove a card. Without a payment password it links to the screen that sets one. */
import type { ReactNode } from 'react';
import type { CurrentUser } from '#features/accounts/console/credentials/AccountPage.tsx';
import { Dialog } from '#foundation/console/overlay/Dialog.tsx';
import { ScreenLink } from '#foundation/console/page/ScreenLink.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import type { CardRow } from '../contract.ts';
import { MAX_CARDS } from '../rules.ts';
import { cardScreenWords } from '../screen-words.ts';
import { cardTexts } from '../words.ts';
import { CardForm } from './CardForm.tsx';
import classes from './CardList.module.css';
import { RemoveCardForm } from './RemoveCardForm.tsx';

export type CardDialogProps = ({ act: 'add' } | { act: 'edit' | 'remove'; card: CardRow }) & {
  user: CurrentUser;
  /** The number of existing cards. */
  total: number;
  onClose: () => void;
};

const titles = { add: 'add', edit: 'edit_title', remove: 'remove_title' } as const;

export function CardDialog(props: CardDialogProps) {
  const { act, user, total, onClose } = props;
  const t = useWords(cardScreenWords);
  const texts = useWords(cardTexts);
  const inDialog = (children: ReactNode) => (
    <Dialog opened title={t(titles[act])} onClose={onClose}>
      {children}
    </Dialog>
  );
  if (!user.hasPayPassword)
    return inDialog(
      <div className={classes.first}>
        <p className={classes.text}>
          <strong>{t('no_pay_password')}</strong> {t('no_pay_password_hint')}
        </p>
        <ScreenLink to="/user/paypassword">{t('set_pay_password')}</ScreenLink>
      </div>,
    );
  if (act === 'remove') return inDialog(<RemoveCardForm card={props.card} user={user} onClose={onClose} />);
  if (act === 'add' && total >= MAX_CARDS)
    return inDialog(<p className={classes.text}>{texts('cards_full', { most: MAX_CARDS })}</p>);
  return inDialog(<CardForm card={act === 'edit' ? props.card : undefined} user={user} onClose={onClose} />);
}
