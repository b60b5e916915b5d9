/**
 * From where on an act takes two people. Each kind has a bound in the platform's settings: an amount of money, or a
 * number of acts. What counts is what was done within 24 hours, so that splitting gains nothing. Reversals have no bound:
 * the books promise that each took two people.
 */
import type { PlatformSettings } from '#features/platform/settings.ts';
import type { Right } from '#features/rights.ts';

export const boundKinds = ['payouts', 'adjustments', 'rates', 'settings', 'moves'] as const;
export type BoundKind = (typeof boundKinds)[number];

/** How far back acts count, with those that two people decided. */
export const ACTS_COUNT_MS = 24 * 3_600_000;

/** The setting that holds the bound of each kind. */
export const boundSettings = {
  payouts: 'dualApprovalFromMinor',
  adjustments: 'adjustmentsTwoFromMinor',
  rates: 'ratesTwoFrom',
  settings: 'settingsTwoFrom',
  moves: 'movesTwoFrom',
} as const satisfies Readonly<Record<BoundKind, keyof PlatformSettings>>;

/** Bounds that are an amount in minor units; the others are a number of acts. */
export const amountBounds: readonly BoundKind[] = ['payouts', 'adjustments'];

/** What proposing and confirming an act of the kind needs. A kind without a right here has no act yet. */
export const boundRights: Readonly<Partial<Record<BoundKind, Right>>> = {
  payouts: 'disbursements.act',
  settings: 'settings.configure',
  adjustments: 'adjustments.act',
  moves: 'members.configure',
  rates: 'rates.configure',
};

/** How many must be able to confirm before a bound can be set: else there is no second one. */
export const PEOPLE = 2;

/**
 * The bound that counts. Null: one person is enough. A number of acts that is not set is 1 as soon as two people could
 * decide: money that is set up by a single operator can be set up at all.
 */
export function boundOf(kind: BoundKind, settings: PlatformSettings, couldDecide: number): bigint | null {
  const set = settings[boundSettings[kind]];
  if (amountBounds.includes(kind)) return set === null ? null : BigInt(set);
  if (set === null) return couldDecide >= PEOPLE ? 1n : null;
  return BigInt(set) === 0n ? null : BigInt(set);
}

/** An act that may take two people. */
export interface CountedAct {
  kind: BoundKind;
  /** What is acted on. Within 24 hours the same object counts once. */
  object: string;
  /** Minor units; 1 where the bound is a number of acts. */
  amount: bigint;
  /** Who does it alone, or proposed it. */
  proposedBy: bigint;
  /** Whose money or terms; null if it is about no member. */
  memberNo: bigint | null;
  /** The account or card that gets the money, as a keyed hash; null if none does. */
  beneficiary: string | null;
}

/** In whose sums an act counts. */
export function partiesOf({ proposedBy, memberNo, beneficiary }: CountedAct): string[] {
  return [
    `proposer ${proposedBy}`,
    ...(memberNo === null ? [] : [`member ${memberNo}`]),
    ...(beneficiary === null ? [] : [`beneficiary ${beneficiary}`]),
  ];
}
