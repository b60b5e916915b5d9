/** "3 new orders", over the edge of a table's bar, so that neither its coming nor its going moves a row. */
import { SortUpIcon } from '../icons.tsx';
import classes from './NewsButton.module.css';

/** `text` undefined: there is no news. The place stays, so that news is announced. */
export function NewsButton({ text, onShow }: { text: string | undefined; onShow: () => void }) {
  return (
    <div className={classes.place} role="status">
      {text !== undefined && (
        <button type="button" className={classes.button} onClick={onShow}>
          <SortUpIcon size={14} />
          {text}
        </button>
      )}
    </div>
  );
}
