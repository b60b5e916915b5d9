/** What the calls answer, from what the database has. */
import { type Currency, formatAmount } from '#foundation/core/money.ts';
import type { DifferenceRow, GridCell, SideBySide } from '../../matching-contract.ts';
import { callsOf, outcomesOf } from '../../matching-rules.ts';
import type { DayCell, DaySides, Difference, DifferenceEvent, Suggestion } from './reading.ts';

export function signed(minor: bigint, currency: Currency): string {
  return minor < 0n ? `-${formatAmount(-minor, currency)}` : formatAmount(minor, currency);
}

export function cellOf(upstreamId: number, cell: DayCell | undefined, currency: Currency): GridCell {
  const { fileState = null, lines = 0, bookings = 0, open = 0, waiting = 0, atRiskMinor = 0n } = cell ?? {};
  return {
    upstreamId,
    state: stateOf({ fileState, open, waiting }),
    lines,
    bookings,
    open,
    waiting,
    atRisk: formatAmount(atRiskMinor, currency),
  };
}

function stateOf({ fileState, open, waiting }: Pick<DayCell, 'fileState' | 'open' | 'waiting'>): GridCell['state'] {
  if (open > 0) return 'open';
  if (fileState === null) return 'no_file';
  if (fileState !== 'matched') return 'reading';
  return waiting > 0 ? 'waiting' : 'green';
}

export function sidesOnWire(row: DaySides, currency: Currency): SideBySide {
  const { fileId, lineNo, lineDay, lineKind, lineAmountMinor, memberNo, reference, kind, day, at, amountMinor } = row;
  const amountOrNull = (minor: bigint | null): string | null => (minor === null ? null : signed(minor, currency));
  return {
    theirs:
      fileId === null || lineNo === null || lineDay === null || lineKind === null || lineAmountMinor === null
        ? null
        : {
            fileId,
            lineNo,
            day: lineDay,
            kind: lineKind,
            upstreamNo: row.lineUpstreamNo ?? '',
            ourNo: row.lineOurNo ?? '',
            amount: signed(lineAmountMinor, currency),
            fee: amountOrNull(row.lineFeeMinor),
            at: row.lineAt?.toISOString() ?? null,
            status: row.lineStatus ?? '',
          },
    ours:
      memberNo === null || reference === null || kind === null || day === null || at === null || amountMinor === null
        ? null
        : {
            memberNo: memberNo.toString(),
            orderNo: reference.toString(),
            kind,
            day,
            at: at.toISOString(),
            upstreamNo: row.upstreamNo ?? '',
            ourNo: row.ourNo ?? '',
            amount: formatAmount(amountMinor, currency),
            fee: amountOrNull(row.feeMinor),
          },
    rule: row.rule,
    difference:
      row.differenceId === null || row.differenceKind === null || row.differenceState === null
        ? null
        : { id: row.differenceId.toString(), kind: row.differenceKind, state: row.differenceState },
  };
}

export function differenceOnWire(
  row: Difference,
  {
    history,
    suggestions,
    currency,
    now,
  }: { history: readonly DifferenceEvent[]; suggestions: readonly Suggestion[]; currency: Currency; now: Date },
): DifferenceRow {
  const amount = (minor: bigint | null): string | null => (minor === null ? null : signed(minor, currency));
  const { differenceId, fileId, lineNo } = row;
  return {
    id: differenceId.toString(),
    version: row.version,
    upstreamId: row.upstreamId,
    upstream: row.upstream,
    day: row.day,
    kind: row.kind,
    state: row.state,
    days: Math.max(0, Math.floor((now.getTime() - row.foundAt.getTime()) / 86_400_000)),
    atRisk: formatAmount(row.atRiskMinor, currency),
    ours: amount(row.oursMinor),
    theirs: amount(row.theirsMinor),
    ourFee: amount(row.ourFeeMinor),
    theirFee: amount(row.theirFeeMinor),
    theirStatus: row.theirStatus ?? '',
    upstreamNo: row.upstreamNo ?? '',
    ourNo: row.ourNo ?? '',
    memberNo: row.memberNo?.toString() ?? null,
    orderNo: row.reference?.toString() ?? null,
    bookingKind: row.bookingKind,
    line: fileId === null || lineNo === null ? null : { fileId, lineNo },
    at: row.at?.toISOString() ?? null,
    owner: row.owner,
    note: row.note,
    outcome: row.outcome as DifferenceRow['outcome'],
    reason: row.reason,
    foundAt: row.foundAt.toISOString(),
    changedAt: row.changedAt.toISOString(),
    outcomes: outcomesOf[row.kind].map((outcome) => ({ outcome, call: callsOf[outcome] ?? '' })),
    suggestions: suggestions
      .filter(({ lineId }) => lineId === differenceId)
      .map(({ differenceId: id, memberNo, reference, kind, at }) => ({
        id: id.toString(),
        memberNo: memberNo.toString(),
        orderNo: reference.toString(),
        kind,
        at: at.toISOString(),
      })),
    history: history
      .filter((event) => event.differenceId === differenceId)
      .map(({ state, outcome, reason, owner, note, at, by }) => ({
        state,
        outcome,
        reason,
        owner,
        note,
        at: at.toISOString(),
        by,
      })),
  };
}
