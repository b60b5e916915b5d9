/** The rows before and after the open one, for a drawer over a list. */
import { usePageAddress } from '#foundation/console/page/page-address.tsx';

/** Each is undefined at its end of the list's page. */
export interface RowSteps {
  readonly previous: (() => void) | undefined;
  readonly next: (() => void) | undefined;
}

/** `keys`: those of the shown rows, in their order. The open row is in the address; a step leaves no history entry. */
export function useRowSteps(keys: readonly string[], open: string | undefined): RowSteps | undefined {
  const { change } = usePageAddress();
  const at = open === undefined ? -1 : keys.indexOf(open);
  if (at === -1) return undefined;
  const stepTo = (key: string | undefined) =>
    key === undefined ? undefined : () => change((before) => ({ ...before, open: key }), { replace: true });
  return { previous: stepTo(keys[at - 1]), next: stepTo(keys[at + 1]) };
}
