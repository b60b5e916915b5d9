/** One row of the grid: a field for each column with its error below it, and the row's actions. */
import { memo, useId, useRef } from 'react';
import { CopyIcon, CrossIcon, SortNoneIcon } from '#foundation/console/display/icons.tsx';
import { IconButton } from '#foundation/console/display/IconButton.tsx';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import { AmountQuestion, useTypedAmount } from '#foundation/console/form/AmountField.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { beneficiaryTypes } from '#features/cards/beneficiary.ts';
import { columnWords } from '../../column-words.ts';
import { type BatchColumn, batchColumns, type RowTexts } from '../../columns.ts';
import type { CheckedRow } from '../../contract.ts';
import { gridWords, rowWords } from '../../screen-words.ts';
import { BankCell } from './BankCell.tsx';
import type { GridStep } from './grid-rows.ts';
import classes from './Grid.module.css';

export interface GridLineProps {
  at: number;
  texts: RowTexts;
  /** Column → message, for the errors that are already due. */
  errors: CheckedRow['errors'];
  duplicate: CheckedRow['duplicate'];
  step: (step: GridStep) => void;
  measure: ((row: HTMLElement | null) => void) | undefined;
  /** Not every row is rendered. */
  isPart: boolean;
}

/** Memoized, because a keystroke changes one row of many. */
export const GridLine = memo(GridLineBase);

function GridLineBase({ at, texts, errors, duplicate, step, measure, isPart }: GridLineProps) {
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

interface CellProps extends Pick<GridLineProps, 'at' | 'step'> {
  column: BatchColumn;
  text: string;
  error: string | undefined;
  /** An Alipay account has no bank. */
  isAlipay: boolean;
}

const MAX_TYPED = 200;

function Cell({ at, column, text, error, step, isAlipay }: CellProps) {
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
      ) : column === 'amount' ? (
        <AmountCell field={field} text={text} onText={(next) => step({ do: 'type', at, column, text: next })} />
      ) : column === 'bank' ? (
        <BankCell
          field={{ ...field, ...TYPED }}
          text={text}
          disabled={isAlipay && text === ''}
          onText={(next) => step({ do: 'type', at, column, text: next })}
        />
      ) : (
        <input {...field} {...TYPED} disabled={isAlipay && column === 'branch' && text === ''} />
      )}
      {error !== undefined && (
        <span className={classes.error} id={errorId}>
          {error}
        </span>
      )}
    </>
  );
}

const TYPED = { maxLength: MAX_TYPED, autoComplete: 'off', autoCapitalize: 'off', spellCheck: false } as const;

/** Takes an amount as its reader writes it; of two possible ones, it asks which. */
function AmountCell({ field, text, onText }: { field: object; text: string; onText: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const amount = useTypedAmount(text, onText);
  return (
    <>
      <input
        {...field}
        {...TYPED}
        ref={input}
        inputMode="decimal"
        value={amount.text}
        onChange={(event) => amount.type(event.currentTarget.value)}
        onBlur={amount.leave}
      />
      <AmountQuestion
        choices={amount.choices}
        onChoose={(chosen) => {
          amount.choose(chosen);
          input.current?.focus();
        }}
      />
    </>
  );
}

function TypeChoice({ field, text }: { field: object; text: string }) {
  const t = useWords(gridWords);
  const translate = useWords(columnWords);
  const isKnown = beneficiaryTypes.some((type) => type === text);
  return (
    <span className={classes.choice}>
      <select {...field}>
        {/* What was pasted stays in sight, so that it can be put right. */}
        {!isKnown && <option value={text}>{text === '' ? t('type_none') : text}</option>}
        {beneficiaryTypes.map((type) => (
          <option key={type} value={type}>
            {translate(`type_${type}`)}
          </option>
        ))}
      </select>
      <SortNoneIcon size={14} />
    </span>
  );
}
