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
  deletePersonPairs,
  insertPersonPair,
  lockDifferences,
  selectBookedActs,
  selectPairedActs,
  selectSettled,
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
    | 'pair_impossible'
    | 'sheet_row_wrong'
  );

/** What is decided about several differences. */
export interface Deciding {
  act: 'resolve' | 'ignore' | 'reopen';
  outcome: Outcome | null;
  reason: string;
  /** Absent: a journal of the difference's own order. */
  journal?: { memberNo?: bigint | undefined; reference: bigint } | undefined;
  pairId?: bigint | undefined;
  userId: bigint;
  now: Date;
}

export interface Decided {
  changed: Difference[];
  refused: { difference: Difference; word: RefusedWord }[];
}

/** The differences must be locked. */
export async function decide(tx: Tx, differences: readonly Difference[], deciding: Deciding): Promise<Decided> {
  const { act, outcome, reason, userId, now } = deciding;
  const decided: Decided = { changed: [], refused: [] };
  const possible = differences.filter((difference) => {
    const word = impossible(difference, deciding);
    if (word) decided.refused.push({ difference, word });
    return word === undefined;
  });
  const done = outcome === null ? possible : await selectDone(tx, possible, outcome, deciding);
  for (const difference of possible)
    if (done.includes(difference)) decided.changed.push(difference);
    else decided.refused.push({ difference, word: outcome === 'paired' ? 'pair_impossible' : 'act_not_done' });

  const state = act === 'resolve' ? 'resolved' : act === 'ignore' ? 'ignored' : 'open';
  const ids = decided.changed.map(({ differenceId }) => differenceId);
  if (ids.length > 0)
    await updateDecided(tx, [...ids, ...(await otherSides(tx, ids, deciding))], {
      state,
      outcome: act === 'resolve' ? outcome : null,
      reason,
      act: deciding.journal
        ? { memberNo: deciding.journal.memberNo ?? null, reference: deciding.journal.reference }
        : null,
      userId,
      now,
    });
  return decided;
}

/** What is decided with these, since a pair has two sides. */
async function otherSides(tx: Tx, ids: readonly bigint[], { act, outcome, pairId }: Deciding): Promise<bigint[]> {
  if (act === 'reopen') return deletePersonPairs(tx, ids);
  return outcome === 'paired' && pairId !== undefined ? [pairId] : [];
}

/** Why a difference can't be decided so, whatever the books have. */
export function impossible(
  difference: Pick<Difference, 'kind' | 'state'>,
  { act, outcome }: Pick<Deciding, 'act' | 'outcome'>,
): RefusedWord | undefined {
  if (!canBecome(difference.state, act)) return act === 'reopen' ? 'difference_undecided' : 'difference_decided';
  if (outcome !== null && !outcomesOf[difference.kind].includes(outcome)) return 'outcome_not_for_kind';
  return undefined;
}

/** Those whose act is in the books. */
async function selectDone(
  tx: Tx,
  differences: readonly Difference[],
  outcome: Outcome,
  deciding: Deciding,
): Promise<Difference[]> {
  if (outcome === 'paired') return selectPaired(tx, differences, deciding);
  if (outcome === 'settled') {
    const reference = deciding.journal?.reference;
    const [first] = differences;
    const isBooked = first && reference !== undefined && (await selectSettled(tx, first.upstreamId, reference));
    return isBooked ? differences.filter(({ upstreamId }) => upstreamId === first.upstreamId) : [];
  }
  const kinds = journalsOf[outcome];
  if (!kinds) return [...differences];
  const acts = new Map<Difference, BookedAct>();
  for (const difference of differences) {
    const act = actOf(difference, deciding);
    if (act) acts.set(difference, act);
  }
  const booked = await selectBookedActs(tx, [...acts.values()], kinds);
  const paired = await selectPairedActs(tx, [...acts.values()]);
  return differences.filter((difference) => {
    const act = acts.get(difference);
    return act !== undefined && booked.has(actKey(act)) && !paired.has(actKey(act));
  });
}

/**
 * The named journal, else one of the order that our books or the line's number name. Only an adjustment can be about
 * something else than the difference's own order; what a line lacks must be of its upstream, and of its amount where a
 * person names it.
 */
export function actOf(
  difference: Pick<Difference, 'memberNo' | 'reference' | 'ourNo' | 'upstreamNo' | 'upstreamId' | 'theirsMinor'>,
  { journal, outcome }: Pick<Deciding, 'journal' | 'outcome'>,
): BookedAct | undefined {
  const { memberNo, reference, ourNo, upstreamNo, upstreamId, theirsMinor } = difference;
  const named = /(\d{8})-(\d{19})(?:-\d+)?$/.exec(ourNo ?? '') ?? /(\d{8})-(\d{19})(?:-\d+)?$/.exec(upstreamNo ?? '');
  const member = journal?.memberNo ?? memberNo ?? (named?.[1] === undefined ? undefined : BigInt(named[1]));
  const number = journal?.reference ?? reference ?? (named?.[2] === undefined ? undefined : BigInt(named[2]));
  if (member === undefined || number === undefined) return undefined;
  const act = { memberNo: member, reference: number, upstreamId: null, amountMinor: null };
  if (outcome === 'adjusted') return act;
  if (reference !== null) return member === memberNo && number === reference ? act : undefined;
  return { ...act, upstreamId, amountMinor: journal ? theirsMinor : null };
}

/** One line and one booking of the same upstream and amount. */
async function selectPaired(
  tx: Tx,
  differences: readonly Difference[],
  { pairId, userId, now }: Deciding,
): Promise<Difference[]> {
  const [one] = differences;
  if (!one || differences.length > 1 || pairId === undefined) return [];
  const [other] = await lockDifferences(tx, { state: 'all', ids: [pairId] }, 1);
  if (!other || !canBecome(other.state, 'resolve')) return [];
  const [line, booking] = one.kind === 'missing_here' ? [one, other] : [other, one];
  if (line.kind !== 'missing_here' || booking.kind !== 'missing_there') return [];
  if (line.upstreamId !== booking.upstreamId || line.theirsMinor !== booking.oursMinor) return [];
  return (await insertPersonPair(tx, line, booking, { userId, now })) ? [one] : [];
}
