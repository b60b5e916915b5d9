/** What a bank's result says about the rows of a file, checked against that file before anything is sent. */
import type { HandFile } from '../../hand-payment-contract.ts';
import type { HandResult } from '../../hand-payments.ts';

/** The file that the bank was given, as far as its result is checked against it. */
export interface SentFile {
  fileId: string;
  rows: readonly Pick<HandFile['rows'][number], 'orderNo' | 'state'>[];
}

export interface ReadResult {
  orderNo: string;
  result: HandResult;
  bankReference: string;
  reason: string;
}

/** What the result says about one row. `open`: the bank's status can still change. */
export interface Said {
  orderNo: string;
  outcome: HandResult | 'open';
  bankReference: string;
  /** Why it failed, or is still open. */
  reason: string;
  /** The bank's word for it. */
  status: string;
}

export interface CheckedResults {
  /** To send: paid or failed. */
  rows: ReadResult[];
  /** The bank can still pay or reject these. */
  open: Said[];
  /** An earlier result says the opposite, and stays. */
  kept: Said[];
}

export interface ResultFault {
  word:
    | 'result_large'
    | 'no_columns'
    | 'no_results'
    | 'row_result'
    | 'row_number'
    | 'row_reference'
    | 'row_reason'
    | 'not_in_this_file'
    | 'results_differ'
    | 'xml_encoding'
    | 'xml_broken'
    | 'xml_doctype'
    | 'report_type'
    | 'report_version'
    | 'report_field'
    | 'report_of_other_file'
    | 'report_differs';
  line: number;
  /** The number or text that it is about. */
  text?: string;
}

/** Thrown while a result is read; caught where the reading began. */
export class ResultFaults extends Error {
  override name = 'ResultFaults';
  readonly faults: readonly ResultFault[];

  constructor(faults: readonly ResultFault[]) {
    super(faults.map(({ word }) => word).join(', '));
    this.faults = faults.slice(0, MAX_FAULTS);
  }
}
const MAX_FAULTS = 20;

/** Refuses the whole result if it is about other rows, or says two things about one. Throws `ResultFaults`. */
export function checkedResults({ rows }: SentFile, all: readonly Said[]): CheckedResults {
  const states = new Map(rows.map(({ orderNo, state }) => [orderNo, state]));
  const first = new Map<string, Said>();
  const faults: ResultFault[] = [];
  for (const said of all) {
    const state = states.get(said.orderNo);
    const known = first.get(said.orderNo);
    if (state === undefined || state === 'refused' || state === 'waiting')
      faults.push({ word: 'not_in_this_file', line: 0, text: said.orderNo });
    else if (!known) first.set(said.orderNo, said);
    else if (known.outcome !== said.outcome || known.bankReference !== said.bankReference)
      faults.push({ word: 'results_differ', line: 0, text: said.orderNo });
  }
  if (faults.length > 0) throw new ResultFaults(uniqueOf(faults));
  const checked: CheckedResults = { rows: [], open: [], kept: [] };
  for (const said of first.values()) {
    const { orderNo, outcome, bankReference, reason } = said;
    const state = states.get(orderNo);
    const hasEnded = state === 'paid' || state === 'failed';
    if (outcome === 'open') {
      // An older report that comes later says nothing new.
      if (!hasEnded) checked.open.push(said);
    } else if (hasEnded && state !== outcome) checked.kept.push(said);
    else checked.rows.push({ orderNo, result: outcome, bankReference, reason });
  }
  if (checked.rows.length + checked.open.length + checked.kept.length === 0)
    throw new ResultFaults([{ word: 'no_results', line: 0 }]);
  return checked;
}

function uniqueOf(faults: readonly ResultFault[]): ResultFault[] {
  return [...new Map(faults.map((fault) => [`${fault.word} ${fault.text}`, fault])).values()];
}
