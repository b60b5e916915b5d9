/** Both ways to make a batch: upload a table, or type in the rows. */
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { ChevronDownIcon } from '#foundation/console/display/icons.tsx';
import { PopupMenu } from '#foundation/console/overlay/Popup.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { batchTitles } from '../screen-titles.ts';
import { batchWords } from '../screen-words.ts';

const ways = { upload: '/repay/batchApply', manual: '/repay/batchApplyManual' } as const;

export function NewBatchButton() {
  const t = useWords(batchWords);
  const title = useWords(batchTitles);
  const navigate = useNavigate();
  const groups = () => [
    (['upload', 'manual'] as const).map((way) => ({
      key: way,
      label: title(way),
      onClick: () => void navigate({ to: ways[way], search: {} }),
    })),
  ];
  return (
    <PopupMenu
      groups={groups}
      renderButton={(button) => (
        <Button rightSection={<ChevronDownIcon size={14} />} {...button}>
          {t('new_batch')}
        </Button>
      )}
    />
  );
}
