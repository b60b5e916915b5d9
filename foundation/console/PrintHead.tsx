/** The first line of a printed page: whose it is and when it was printed. Nothing on the screen. */
import { useFormat } from './format.tsx';
import { kitWords } from './kit-words.ts';
import { printedFor, printing } from './printing.ts';
import { useCell } from './signal.ts';
import { useWords } from './words.tsx';

export function PrintHead() {
  const t = useWords(kitWords);
  const format = useFormat();
  const at = useCell(printing);
  const whose = useCell(printedFor);
  if (!at) return null;
  return (
    <p data-print-head>
      <span>{whose}</span>
      <span>{t('printed_at', { time: `${format.dateTime(at.toISOString())} (${format.zone})` })}</span>
    </p>
  );
}
