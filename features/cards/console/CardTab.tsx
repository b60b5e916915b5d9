/** The bank cards as a tab next to the lists of payments to them. */
import { CardList } from './CardList.tsx';
import classes from './CardList.module.css';

export function CardTab() {
  return <CardList renderHead={(add) => add && <div className={classes.head}>{add}</div>} />;
}
