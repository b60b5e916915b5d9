/** Downloads a file that the server keeps. While it arrives, the button shows how much of it has, and stops it. */
import { Button } from '@mantine/core';
import { CrossIcon } from '#foundation/console/display/icons.tsx';
import { useCell } from '#foundation/console/wire/signal.ts';
import { takeFile } from '#foundation/console/wire/take-file.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { exportScreenWords } from '../screen-words.ts';
import { runningExports } from './running-exports.ts';
import { takeAndSave } from './take-export.ts';

export interface TakeFileButtonProps {
  /** Of `/user/download/:id`. */
  id: string;
  /** The file's name, for screen readers. */
  name: string;
  /** The button's text; "Download" by default. */
  text?: string;
  /** Without a border, for a row of a list. */
  quiet?: boolean;
}

export function TakeFileButton({ id, name, text, quiet = false }: TakeFileButtonProps) {
  const t = useWords(exportScreenWords);
  const key = `download ${id}`;
  const running = useCell(runningExports).get(key);
  const path = `/user/download/${encodeURIComponent(id)}`;
  const look = { variant: quiet ? 'subtle' : 'default', size: 'compact-sm', fw: 400 } as const;
  if (running)
    return (
      <Button
        {...look}
        rightSection={<CrossIcon size={12} />}
        aria-label={t('stop_download', { name })}
        onClick={() => running.stop.abort()}
      >
        <span role="status">{t('downloading', { megabytes: running.bytes / 1_000_000 })}</span>
      </Button>
    );
  return (
    <Button
      {...look}
      aria-label={text === undefined ? t('download_name', { name }) : undefined}
      onClick={() => void takeAndSave(key, (options) => takeFile(path, options))}
    >
      {text ?? t('download')}
    </Button>
  );
}
