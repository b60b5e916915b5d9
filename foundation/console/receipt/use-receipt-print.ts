/** Renders a receipt for the time of one print: the browser's dialog opens once it is there. */
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Receipt } from './receipt-page.ts';

export function useReceiptPrint(): { printed: Receipt | undefined; print: (receipt: Receipt) => void } {
  const [printed, setPrinted] = useState<Receipt>();
  const isPrinting = printed !== undefined;
  useEffect(() => {
    if (!isPrinting) return;
    const end = () => setPrinted(undefined);
    window.addEventListener('afterprint', end);
    return () => window.removeEventListener('afterprint', end);
  }, [isPrinting]);
  const print = (receipt: Receipt) => {
    // The effect above, too, has to run before the print ends.
    flushSync(() => setPrinted(receipt));
    window.print();
  };
  return { printed, print };
}
