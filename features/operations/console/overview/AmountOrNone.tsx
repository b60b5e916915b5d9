/** An amount, or a dash while it is not known. */
import { Amount } from '#foundation/console/display/format.tsx';

export function AmountOrNone({ value }: { value: string | null }) {
  return value === null ? '–' : <Amount value={value} />;
}
