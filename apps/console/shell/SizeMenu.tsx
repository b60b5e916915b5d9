/** The navbar menu for the size of controls. */
import { icon } from '#foundation/console/display/icons.tsx';
import { useCell } from '#foundation/console/wire/signal.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { ChoiceMenu } from './ChoiceMenu.tsx';
import { chooseSize, size, sizes } from './settings.ts';
import { shellWords } from './words.ts';

const SizeIcon = icon(<path d="M3 7V5h11v2M8.5 5v14M6.5 19h4M14 12.5V11h7v1.5M17.5 11v8M16 19h3" />);

export function SizeMenu() {
  const t = useWords(shellWords);
  const chosen = useCell(size);
  return (
    <ChoiceMenu
      label={`${t('size')}: ${t(`size_${chosen}`)}`}
      value={chosen}
      options={sizes.map((each) => ({ value: each, label: t(`size_${each}`) }))}
      onChange={chooseSize}
    >
      <SizeIcon size={18} />
    </ChoiceMenu>
  );
}
