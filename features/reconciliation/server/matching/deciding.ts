/**
 * Decides differences: by their ids, by a filter whose plan was shown, or by a sheet. A difference is only ever closed
 * with an act that the books show; nothing here books anything.
 */
import type { Tx } from '#foundation/server/postgres/database.ts';
import { canBecome, journalsOf, type Outcome, outcomesOf } from '../../matching-rules.ts';
import type { matchingTexts } from '../../matching-words.ts';
import {
  actKey,
  type BookedAct,
  type DecidedRow,
  deletePersonPairs,
  insertPersonPair,
  journalKey,
  type JournalName,
  lockActs,
  lockDifferences,
  selectBookedActs,
  selectPairedActs,
  selectSettled,
  selectUsedActs,
  updateDecided,
} from './deciding-store.ts';
import type { Difference } from './reading.ts';

export type RefusedWord = keyof typeof matchingTexts &
  (
    | 'difference_decided'
    | 'difference_undecided'
    | 'difference_changed'
    | 'outcome_not_for_kind'
    | 'act_not_done'
    | 'act_used'
    | 'pair_impossible'
    | 'sheet_row_wrong'
  );

/** What is decided about a difference. */
export interface Decision {
  act: 'resolve' | 'ignore' | 'reopen';
  outcome: Outcome | null;
  reason: string;
  /** Absent: a journal of the difference's own order. */
  journal?: { memberNo?: bigint | undefined; reference: bigint } | undefined;
  pairId?: bigint | undefined;
}

export interface Deciding {
  difference: Difference;
  decision: Decision;
}

export interface Decided {
  changed: Difference[];
  refused: { difference: Difference; word: RefusedWord }[];
}

/** A journal; null: the outcome needs none. */
type Answer = JournalName | null;

const states = { resolve: 'resolved', ignore: 'ignored', reopen: 'open' } as const;

/** The differences must be locked, and each be there once. The number of statements does not depend on theirs. */
export async function decide(tx: Tx, all: readonly Deciding[], by: { userId: bigint; now: Date }): Promise<Decided> {
  const answers = new Map<Difference, Answer | RefusedWord>();
  const possible = all.filter(({ difference, decision }) => {
    const word = impossible(difference, decision);
    answers.set(difference, word ?? null);
    return word === undefined;
  });
  for (const [outcome, some] of Map.groupBy(possible, ({ decision }) => decision.outcome))
    if (outcome !== null)
      for (const [difference, answer] of await answersOf(tx, some, outcome, by)) answers.set(difference, answer);

  const decided: Decided = { changed: [], refused: [] };
  const rows: DecidedRow[] = [];
  for (const { difference, decision } of all) {
    const answer = answers.get(difference) ?? null;
    if (typeof answer === 'string') decided.refused.push({ difference, word: answer });
    else {
      decided.changed.push(difference);
      rows.push(rowOf(difference.differenceId, decision, answer));
    }
  }
  const done = rows.length > 0 ? [...rows, ...(await otherSides(tx, all, rows))] : [];
  if (done.length > 0) await updateDecided(tx, done, by);
  return decided;
}

function rowOf(differenceId: bigint, { act, outcome, reason }: Decision, answer: Answer): DecidedRow {
  return { differenceId, state: states[act], outcome: act === 'resolve' ? outcome : null, reason, act: answer };
}

/** What is decided with these, since a pair has two sides. */
async function otherSides(tx: Tx, all: readonly Deciding[], rows: readonly DecidedRow[]): Promise<DecidedRow[]> {
  const decisions = new Map(all.map(({ difference, decision }) => [difference.differenceId, decision]));
  const sides: DecidedRow[] = [];
  for (const row of rows) {
    const pairId = row.outcome === 'paired' ? decisions.get(row.differenceId)?.pairId : undefined;
    if (pairId !== undefined) sides.push({ ...row, differenceId: pairId });
  }
  const reopened = rows.filter(({ state }) => state === 'open').map(({ differenceId }) => differenceId);
  if (reopened.length > 0)
    for (const { differenceId, otherId } of await deletePersonPairs(tx, reopened)) {
      const decision = decisions.get(differenceId);
      if (decision) sides.push(rowOf(otherId, decision, null));
    }
  return sides;
}

/** Why a difference can't be decided so, whatever the books have. */
export function impossible(
  difference: Pick<Difference, 'kind' | 'state'>,
  { act, outcome }: Pick<Decision, 'act' | 'outcome'>,
): RefusedWord | undefined {
  if (!canBecome(difference.state, act)) return act === 'reopen' ? 'difference_undecided' : 'difference_decided';
  if (outcome !== null && !outcomesOf[difference.kind].includes(outcome)) return 'outcome_not_for_kind';
  return undefined;
}

/** The journal that answers each, or why there is none. */
async function answersOf(
  tx: Tx,
  all: readonly Deciding[],
  outcome: Outcome,
  by: { userId: bigint; now: Date },
): Promise<Map<Difference, Answer | RefusedWord>> {
  if (outcome === 'paired') return pairsOf(tx, all, by);
  if (outcome === 'settled') return onceEach(tx, await settlementsOf(tx, all), outcome);
  const kinds = journalsOf[outcome];
  if (!kinds)
    return new Map(all.map(({ difference, decision: { journal } }) => [difference, journal ? named(journal) : null]));
  const acts = new Map<Difference, BookedAct | undefined>(
    all.map(({ difference, decision }) => [difference, actOf(difference, decision)]),
  );
  const known = [...acts.values()].filter((act) => act !== undefined);
  const booked = await selectBookedActs(tx, known, kinds);
  const paired = await selectPairedActs(tx, known);
  const answers = new Map<Difference, Answer | RefusedWord>();
  for (const [difference, act] of acts) {
    const isDone = act !== undefined && booked.has(actKey(act)) && !paired.has(actKey(act));
    answers.set(difference, isDone ? named(act) : 'act_not_done');
  }
  return outcome === 'adjusted' ? onceEach(tx, answers, outcome) : answers;
}

function named({ memberNo, reference }: { memberNo?: bigint | undefined; reference: bigint }): JournalName {
  return { memberNo: memberNo ?? null, reference };
}

/** The named settlement, if it is of the difference's upstream. */
async function settlementsOf(tx: Tx, all: readonly Deciding[]): Promise<Map<Difference, Answer | RefusedWord>> {
  const references = all.flatMap(({ decision: { journal } }) => journal?.reference ?? []);
  const settled = await selectSettled(tx, references);
  return new Map(
    all.map(({ difference, decision: { journal } }) => {
      const isBooked = journal !== undefined && settled.get(journal.reference) === difference.upstreamId;
      return [difference, isBooked ? { memberNo: null, reference: journal.reference } : 'act_not_done'];
    }),
  );
}

/** A journal moved the money of one difference: what it answers, here or earlier, is not answered by it again. */
async function onceEach(
  tx: Tx,
  answers: ReadonlyMap<Difference, Answer | RefusedWord>,
  outcome: 'adjusted' | 'settled',
): Promise<Map<Difference, Answer | RefusedWord>> {
  const journals = [...answers.values()].filter((answer) => typeof answer === 'object' && answer !== null);
  await lockActs(tx);
  const used = await selectUsedActs(tx, journals, outcome);
  const once = new Map<Difference, Answer | RefusedWord>();
  for (const [difference, answer] of answers) {
    const key = typeof answer === 'object' && answer !== null ? journalKey(answer) : undefined;
    once.set(difference, key !== undefined && used.has(key) ? 'act_used' : answer);
    if (key !== undefined) used.add(key);
  }
  return once;
}

/**
 * The named journal, else one of the order that our books or the line's number name. Only an adjustment can be about
 * something else than the difference's own order; what a line lacks must be of its upstream, and of its amount where a
 * person names it.
 */
export function actOf(
  difference: Pick<Difference, 'memberNo' | 'reference' | 'ourNo' | 'upstreamNo' | 'upstreamId' | 'theirsMinor'>,
  { journal, outcome }: Pick<Decision, 'journal' | 'outcome'>,
): BookedAct | undefined {
  const { memberNo, reference, ourNo, upstreamNo, upstreamId, theirsMinor } = difference;
  const written = /(\d{8})-(\d{19})(?:-\d+)?$/.exec(ourNo ?? '') ?? /(\d{8})-(\d{19})(?:-\d+)?$/.exec(upstreamNo ?? '');
  const member = journal?.memberNo ?? memberNo ?? (written?.[1] === undefined ? undefined : BigInt(written[1]));
  const number = journal?.reference ?? reference ?? (written?.[2] === undefined ? undefined : BigInt(written[2]));
  if (member === undefined || number === undefined) return undefined;
  const act = { memberNo: member, reference: number, upstreamId: null, amountMinor: null };
  if (outcome === 'adjusted') return act;
  if (reference !== null) return member === memberNo && number === reference ? act : undefined;
  return { ...act, upstreamId, amountMinor: journal ? theirsMinor : null };
}

/** One line and one booking of the same upstream and amount. */
async function pairsOf(
  tx: Tx,
  all: readonly Deciding[],
  by: { userId: bigint; now: Date },
): Promise<Map<Difference, Answer | RefusedWord>> {
  const [one] = all;
  const isPaired = one !== undefined && all.length === 1 && (await isPairedNow(tx, one, by));
  return new Map(all.map(({ difference }) => [difference, isPaired ? null : 'pair_impossible']));
}

async function isPairedNow(
  tx: Tx,
  { difference: one, decision: { pairId } }: Deciding,
  by: { userId: bigint; now: Date },
): Promise<boolean> {
  if (pairId === undefined) return false;
  const [other] = await lockDifferences(tx, { state: 'all', ids: [pairId] }, 1);
  if (!other || !canBecome(other.state, 'resolve')) return false;
  const [line, booking] = one.kind === 'missing_here' ? [one, other] : [other, one];
  if (line.kind !== 'missing_here' || booking.kind !== 'missing_there') return false;
  if (line.upstreamId !== booking.upstreamId || line.theirsMinor !== booking.oursMinor) return false;
  return insertPersonPair(tx, line, booking, by);
}
