/** How the commission statement can be grouped; the contract's own list, without its schemas. */
import type { commissionGroups as wire } from '../order-contract.ts';

export const commissionGroups = ['day', 'month', 'member', 'channel'] as const satisfies typeof wire;
