/** One row of the grid: a field for each column with its error below it, and the row's actions. */
import { memo, useId } from 'react';
import { useFormat, useLocality } from '#foundation/console/display/format.tsx';
import { CopyIcon, CrossIcon } from '#foundation/console/display/icons.tsx';
import { IconButton } from '#foundation/console/display/IconButton.tsx';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { amountOnWire } from '#foundation/core/amount-text.ts';
import { beneficiaryTypes } from '#features/cards/beneficiary.ts';
import { columnWords } from '../../column-words.ts';
import { type BatchColumn, batchColumns, type RowTexts } from '../../columns.ts';
import type { CheckedRow } from '../../contract.ts';
import { gridWords, rowWords } from '../../screen-words.ts';
import type { GridStep } from './grid-rows.ts';
import classes from './Grid.module.css';

export interface GridLineProps {
  at: number;
  texts: RowTexts;
  /** Column → message, for the errors that are already due. */
  errors: CheckedRow['errors'];
  duplicate: CheckedRow['duplicate'];
  /** The id of the list of banks. */
  banksId: string;
  step: (step: GridStep) => void;
  measure: ((row: HTMLElement | null) => void) | undefined;
  /** Not every row is rendered. */
  isPart: boolean;
}

/** Memoized, because a keystroke changes one row of many. */
export const GridLine = memo(GridLineBase);

function GridLineBase({ at, texts, errors, duplicate, banksId, step, measure, isPart }: GridLineProps) {
  const t = useWords(gridWords);
  const translate = useWords(rowWords);
  const row = at + 1;
  return (
    <tr ref={measure} data-index={at} aria-rowindex={isPart ? row + 1 : undefined}>
      <th scope="row" className={classes.number}>
        <span className={classes.label}>{t('row_short')} </span>
        {row}
        {duplicate !== false && (
          <span title={translate(`double_${duplicate}`)} className={classes.duplicate}>
            <StatusBadge tone="warn">{translate(`twice_${duplicate}`)}</StatusBadge>
          </span>
        )}
      </th>
      {batchColumns.map((column) => (
        <td key={column} data-of={column}>
          <Cell
            at={at}
            column={column}
            text={texts[column]}
            error={errors[column]}
            banksId={banksId}
            step={step}
            isAlipay={texts.type === 'alipay'}
          />
        </td>
      ))}
      <td className={classes.actions}>
        <IconButton
          label={t('duplicate', { row })}
          title={t('duplicate', { row })}
          onClick={() => step({ do: 'duplicate', at })}
        >
          <CopyIcon size={14} />
        </IconButton>
        <IconButton
          label={t('remove', { row })}
          title={t('remove', { row })}
          onClick={() => step({ do: 'remove', at })}
        >
          <CrossIcon size={14} />
        </IconButton>
      </td>
    </tr>
  );
}

interface CellProps extends Pick<GridLineProps, 'at' | 'banksId' | 'step'> {
  column: BatchColumn;
  text: string;
  error: string | undefined;
  /** An Alipay account has no bank. */
  isAlipay: boolean;
}

const MAX_TYPED = 200;

function Cell({ at, column, text, error, banksId, step, isAlipay }: CellProps) {
  const t = useWords(gridWords);
  const translate = useWords(columnWords);
  const errorId = useId();
  const name = translate(`column_${column}`);
  const field = {
    className: classes.field,
    'data-row': at,
    'data-column': column,
    'aria-label': t('cell', { column: name, row: at + 1 }),
    'aria-invalid': error !== undefined,
    'aria-describedby': error === undefined ? undefined : errorId,
    value: text,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      step({ do: 'type', at, column, text: currentTarget.value }),
  };
  return (
    <>
      <span className={classes.label} aria-hidden="true">
        {name}
      </span>
      {column === 'type' ? (
        <TypeChoice field={field} text={text} />
      ) : (
        <input
          {...field}
          {...(column === 'bank' ? { list: banksId } : {})}
          {...(column === 'amount' ? { inputMode: 'decimal' } : {})}
          disabled={isAlipay && (column === 'bank' || column === 'branch') && text === ''}
          maxLength={MAX_TYPED}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
        />
      )}
      {column === 'amount' && error === undefined && <ReadAs text={text} />}
      {error !== undefined && (
        <span className={classes.error} id={errorId}>
          {error}
        </span>
      )}
    </>
  );
}

/** How an amount in another form was read. */
function ReadAs({ text }: { text: string }) {
  const t = useWords(gridWords);
  const format = useFormat();
  const { currency } = useLocality();
  const amount = amountOnWire(text, { currency });
  return amount === text ? null : (
    <span className={classes.read}>{t('read_as', { amount: format.amount(amount) })}</span>
  );
}

function TypeChoice({ field, text }: { field: object; text: string }) {
  const t = useWords(gridWords);
  const translate = useWords(columnWords);
  const isKnown = beneficiaryTypes.some((type) => type === text);
  return (
    <select {...field}>
      {/* What was pasted stays in sight, so that it can be put right. */}
      {!isKnown && <option value={text}>{text === '' ? t('type_none') : text}</option>}
      {beneficiaryTypes.map((type) => (
        <option key={type} value={type}>
          {translate(`type_${type}`)}
        </option>
      ))}
    </select>
  );
}
