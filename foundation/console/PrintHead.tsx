/** The first line of a printed page: for whom and when it was printed. Renders nothing on the screen. */
import { useFormat } from './format.tsx';
import { kitWords } from './kit-words.ts';
import { printedFor, printing } from './printing.ts';
import { useCell } from './signal.ts';
import { useWords } from './words.tsx';

export function PrintHead() {
  const t = useWords(kitWords);
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
