/** Downloads a file that the server keeps. While it arrives, the button shows how much of it has, and stops it. */
import { CrossIcon } from '#foundation/console/display/icons.tsx';
import { PlainButton } from '#foundation/console/display/plain.tsx';
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
}

export function TakeFileButton({ id, name, text }: TakeFileButtonProps) {
  const t = useWords(exportScreenWords);
  const key = `download ${id}`;
  const running = useCell(runningExports).get(key);
  const path = `/user/download/${encodeURIComponent(id)}`;
  if (running)
    return (
      <PlainButton aria-label={t('stop_download', { name })} onClick={() => running.stop.abort()}>
        <span role="status">{t('downloading', { megabytes: running.bytes / 1_000_000 })}</span>
        <CrossIcon size={12} />
      </PlainButton>
    );
  return (
    <PlainButton
      aria-label={text === undefined ? t('download_name', { name }) : undefined}
      onClick={() => void takeAndSave(key, (options) => takeFile(path, options))}
    >
      {text ?? t('download')}
    </PlainButton>
  );
}
