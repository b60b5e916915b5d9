/** The filters that the release calendar sets. Each is shown while it is set; nothing else sets it. */
import { Button } from '@mantine/core';
import { FilterButton } from '#foundation/console/list/FilterButton.tsx';
import type { FilterProps } from '#foundation/console/list/filters.tsx';
import { useFormat } from '#foundation/console/display/format.tsx';
import { Popup } from '#foundation/console/overlay/Popup.tsx';
import { listWords } from '#foundation/console/list/list-words.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { ledgerScreenWords } from '../screen-words.ts';

const phrases = {
  releaseAt: { label: 'releases_on', hint: 'releases_on_hint' },
  releaseAfter: { label: 'held_after', hint: 'held_after_hint' },
} as const;

export interface ReleaseFilterProps extends Pick<FilterProps<string>, 'value' | 'onChange'> {
  field: keyof typeof phrases;
}

export function ReleaseFilter({ field, value, onChange }: ReleaseFilterProps) {
  const t = useWords(ledgerScreenWords);
  const kit = useWords(listWords);
  const format = useFormat();
  if (value === undefined) return null;
  const { label, hint } = phrases[field];
  return (
    <Popup
      width={280}
      renderButton={(button) => (
        <FilterButton
          label={t(label)}
          text={Number.isNaN(Date.parse(value)) ? value : format.dateTime(value)}
          button={button}
          onClear={() => onChange(undefined)}
        />
      )}
    >
      {(close) => (
        <>
          <p>{t(hint)}</p>
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => {
              close();
              onChange(undefined);
            }}
          >
            {kit('clear')}
          </Button>
        </>
      )}
    </Popup>
  );
}
