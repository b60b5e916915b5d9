/** The colour of each status of a card. */
import type { Tone } from '#foundation/console/display/StatusBadge.tsx';
import type { CardStatus } from '../rules.ts';

export const cardTones: Readonly<Record<CardStatus, Tone>> = { pending: 'busy', approved: 'good', rejected: 'bad' };
