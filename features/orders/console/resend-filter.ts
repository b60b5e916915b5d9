/** Which orders' callbacks are sent again. */
import type { WireOrderFilter } from './order-filter.ts';

/** Only paid orders have callbacks; the filter must not spend the cap on others. */
export function resendFilter(filter: WireOrderFilter): WireOrderFilter {
  const chosen = [filter.status ?? 'all'].flat();
  const [paid] = chosen.includes('all') ? (['success'] as const) : chosen.filter((one) => one === 'success');
  return paid === undefined ? filter : { ...filter, status: paid };
}
