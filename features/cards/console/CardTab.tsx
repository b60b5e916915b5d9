/** The bank cards beside the lists of what was paid to them. */
import { CardList } from './CardList.tsx';
import classes from './CardList.module.css';

export function CardTab() {
  return <CardList renderHead={(add) => add && <div className={classes.head}>{add}</div>} />;
}
