/** The address of another tab of a queue, as one step of the history. */
import type { PageParams } from '#foundation/console/page/page-address.tsx';

/** Of what waits, the oldest comes first, which needs no order in the address; of what was decided, the newest. */
export function atTab(before: PageParams, status: string): PageParams {
  const { status: _status, order: _order, page: _page, open: _open, ...others } = before;
  return status === 'pending' ? others : { ...others, status, order: 'desc' };
}
