/** The first line of a printed page: for whom and when it was printed. Renders nothing on the screen. */
import { useFormat } from '#foundation/console/display/format.tsx';
import { listWords } from './list-words.ts';
import { printedFor, printing } from './printing.ts';
import { useCell } from '#foundation/console/wire/signal.ts';
import { useWords } from '#foundation/console/page/words.tsx';

export function PrintHead() {
  const t = useWords(listWords);
  const format = useFormat();
  const at = useCell(printing);
  const owner = useCell(printedFor);
  if (!at) return null;
  return (
    <p data-print-head>
      <span>{owner}</span>
      <span>{t('printed_at', { time: `${format.dateTime(at.toISOString())} (${format.zone})` })}</span>
    </p>
  );
}
