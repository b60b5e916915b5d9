/** "3 new orders": overlaps the edge of a table's bar, so that no row moves when it appears or disappears. */
import { SortUpIcon } from '#foundation/console/display/icons.tsx';
import classes from './NewRowsButton.module.css';

/** Without `text` there is no button. The status element stays, so that screen readers announce a new text. */
export function NewRowsButton({ text, onShow }: { text: string | undefined; onShow: () => void }) {
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
