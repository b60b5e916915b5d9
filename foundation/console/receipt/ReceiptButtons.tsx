/** Saves a receipt as a file, or prints it as one clean page instead of the page below. */
import { Button } from '@mantine/core';
import { createPortal } from 'react-dom';
import { useFormat } from '#foundation/console/display/format.tsx';
import { printedFor } from '#foundation/console/list/printing.ts';
import { useLanguage, useWords } from '#foundation/console/page/words.tsx';
import { saveFile } from '#foundation/console/wire/take-file.ts';
import { useCell } from '#foundation/console/wire/signal.ts';
import { locales } from '#foundation/core/words.ts';
import { type Receipt, receiptPage } from './receipt-page.ts';
import { ReceiptSheet } from './ReceiptSheet.tsx';
import { receiptWords } from './receipt-words.ts';
import classes from './Receipt.module.css';
import { useReceiptPrint } from './use-receipt-print.ts';

export interface ReceiptButtonsProps extends Pick<Receipt, 'title' | 'amount' | 'state' | 'groups'> {
  /** In the file's name. */
  number: string;
}

export function ReceiptButtons({ number, ...about }: ReceiptButtonsProps) {
  const t = useWords(receiptWords);
  const issuedAt = useReceipt(about);
  const { printed, print } = useReceiptPrint();
  const save = () =>
    saveFile({
      blob: new Blob([receiptPage(issuedAt(new Date()))], { type: 'text/html' }),
      fileName: `receipt-${number.replaceAll(/[^\w.-]/g, '_')}.html`,
    });
  return (
    <div className={classes.buttons} data-print="never">
      <Button variant="default" size="compact-sm" onClick={save}>
        {t('download')}
      </Button>
      <Button variant="default" size="compact-sm" onClick={() => print(issuedAt(new Date()))}>
        {t('print')}
      </Button>
      {printed && createPortal(<ReceiptSheet receipt={printed} />, document.body)}
    </div>
  );
}

/** Returns the receipt as it is issued at a time. */
function useReceipt(about: Omit<ReceiptButtonsProps, 'number'>): (at: Date) => Receipt {
  const t = useWords(receiptWords);
  const format = useFormat();
  const { language } = useLanguage();
  // "Platform · member · Member no. 20000001".
  const [issuer = '', ...owner] = useCell(printedFor).split(' · ');
  return (at) => ({
    ...about,
    locale: locales[language].slice(0, 5),
    issuer,
    owner: owner.join(' · '),
    foot: t('issued', { time: format.dateTime(at.toISOString()), zone: format.zone }),
  });
}
