/** The filter that a date of the release calendar sets. It is shown while it is set; nothing else sets it. */
import { Button } from '@mantine/core';
import { FilterButton } from '#foundation/console/list/FilterButton.tsx';
import type { FilterProps } from '#foundation/console/list/filters.tsx';
import { useFormat } from '#foundation/console/display/format.tsx';
import { Popup } from '#foundation/console/overlay/Popup.tsx';
import { kitWords } from '#foundation/console/page/kit-words.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { ledgerScreenWords } from '../screen-words.ts';

export function ReleaseFilter({ value, onChange }: Pick<FilterProps<string>, 'value' | 'onChange'>) {
  const t = useWords(ledgerScreenWords);
  const kit = useWords(kitWords);
  const format = useFormat();
  return (
    <Popup
      width={280}
      renderButton={(button) => (
        <FilterButton
          label={t('releases_on')}
          text={value && (Number.isNaN(Date.parse(value)) ? value : format.dateTime(value))}
          button={button}
          onClear={() => onChange(undefined)}
        />
      )}
    >
      {(close) => (
        <>
          <p>{t('releases_on_hint')}</p>
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
