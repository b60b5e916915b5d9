/** The list's columns, the most important first, and its rows on a phone. */
import { MemberLink } from '#features/accounts/console/deciding/MemberLink.tsx';
import { Checkbox } from '@mantine/core';
import { disbursementColumns, disbursementPhoneRow } from '#features/disbursements/console/disbursement-columns.tsx';
import type { disbursementWords } from '#features/disbursements/screen-words.ts';
import { Clip } from '#foundation/console/display/Clip.tsx';
import { CopyText } from '#foundation/console/display/CopyText.tsx';
import type { Format } from '#foundation/console/display/format.tsx';
import type { Column, PhoneRow } from '#foundation/console/list/data-table/column.ts';
import type { Translate } from '#foundation/console/page/words.tsx';
import type { OperatorDisbursementRow as Row } from '../../disbursement-contract.ts';
import type { operatorDisbursementWords } from '../../disbursement-words.ts';
import classes from './Disbursements.module.css';
import { keyOf } from '../record-key.ts';
import type { Selection } from './use-selection.ts';

export interface Words {
  /** Of the list that members have. */
  list: Translate<typeof disbursementWords>;
  own: Translate<typeof operatorDisbursementWords>;
}

/** `selection` is missing for those who can only look. */
export function operatorColumns({ list, own }: Words, format: Format, selection?: Selection): Column<Row>[] {
  const [number, ...others] = disbursementColumns(list, format) as Column<Row>[];
  return [
    ...(selection ? [selectColumn(own, selection)] : []),
    ...(number ? [number] : []),
    { id: 'member', header: own('member'), cell: (row) => <MemberCell row={row} /> },
    ...others,
    { id: 'kind', header: own('kind'), priority: 2, cell: ({ kind }) => list(kind) },
    { id: 'source', header: own('source'), optional: true, priority: 1, cell: ({ source }) => own(`source_${source}`) },
  ];
}

function selectColumn(t: Words['own'], selection: Selection): Column<Row> {
  return {
    id: 'select',
    header: t('select'),
    cell: (row) => (
      <Checkbox
        size="xs"
        aria-label={t('select_row', { number: row.orderNo })}
        checked={selection.has(keyOf(row))}
        onChange={() => selection.toggle(row)}
      />
    ),
  };
}

export function operatorPhoneRow({ list, own }: Words, format: Format): PhoneRow<Row> {
  const phone = disbursementPhoneRow(format) as PhoneRow<Row>;
  return {
    ...phone,
    facts: (row) => [row.memberName, list(row.kind)],
    what: ({ settlement: { holder } }) => holder || own('member'),
  };
}

/** The name, and the number below it. */
function MemberCell({ row: { memberNo, memberName } }: { row: Row }) {
  return (
    <span className={classes.member}>
      <Clip text={memberName} most={22} />
      <span className={classes.quiet}>
        <CopyText value={memberNo}>
          <MemberLink memberNo={memberNo} />
        </CopyText>
      </span>
    </span>
  );
}
