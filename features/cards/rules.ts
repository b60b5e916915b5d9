/** Rules for cards: the maximum number and the statuses. */

export const cardStatuses = ['pending', 'approved', 'rejected'] as const;
export type CardStatus = (typeof cardStatuses)[number];

/** Maximum number of cards per member. */
export const MAX_CARDS = 20;

const CARD_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function isCardId(text: string): boolean {
  return CARD_ID.test(text);
}
