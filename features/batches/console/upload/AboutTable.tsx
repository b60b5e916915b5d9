/** What a table must contain, and templates to start with, in the reader's language. */
import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { downloadFile } from '#foundation/console/wire/file-calls.ts';
import { useLocality } from '#foundation/console/display/format.tsx';
import { saveFile } from '#foundation/console/wire/take-file.ts';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { useLanguage, useWords } from '#foundation/console/page/words.tsx';
import { columnWords } from '../../column-words.ts';
import { batchColumns } from '../../columns.ts';
import { templateFormats } from '../../rules.ts';
import { tableWords } from '../../screen-words.ts';
import classes from '../BatchTable.module.css';

export function AboutTable() {
  const t = useWords(tableWords);
  const column = useWords(columnWords);
  const { currency } = useLocality();
  return (
    <div className={classes.about}>
      <p>{t('templates')}</p>
      <Templates />
      <dl aria-label={t('columns')}>
        {batchColumns.map((name) => (
          <div key={name}>
            <dt>{column(`column_${name}`)}</dt>
            <dd>{name === 'amount' ? t('about_amount', { currency }) : t(`about_${name}`)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Templates() {
  const t = useWords(tableWords);
  const { language } = useLanguage();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const take = async (format: (typeof templateFormats)[number]) => {
    const { signal } = (running.current = new AbortController());
    try {
      const blob = await downloadFile(`/batch/template?lang=${language}&format=${format}`, signal);
      saveFile({ blob, fileName: `batch-${language}.${format}` });
    } catch (error) {
      if (!signal.aborted && error instanceof Error) showToast(error.message, 'bad');
    }
  };
  return (
    <span className={classes.buttons}>
      {templateFormats.map((format) => (
        <Button key={format} variant="default" size="xs" fw={400} onClick={() => void take(format)}>
          {t(`template_${format}`)}
        </Button>
      ))}
    </span>
  );
}
