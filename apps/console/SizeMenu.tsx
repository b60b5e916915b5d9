/** How much room things take, in the navbar. */
import { Menu } from '@mantine/core';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { CheckIcon, icon } from '#foundation/console/icons.tsx';
import { useCell } from '#foundation/console/signal.ts';
import { useWords } from '#foundation/console/words.tsx';
import classes from './Navbar.module.css';
import { chooseSize, size, sizes } from './settings.ts';
import { shellWords } from './words.ts';

const SizeIcon = icon(<path d="M3 7V5h11v2M8.5 5v14M6.5 19h4M14 12.5V11h7v1.5M17.5 11v8M16 19h3" />);

export function SizeMenu() {
  const t = useWords(shellWords);
  const chosen = useCell(size);
  const label = `${t('size')}: ${t(`size_${chosen}`)}`;
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <button type="button" className={classes.button} aria-label={label} title={label}>
          <SizeIcon size={18} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {sizes.map((each) => (
          <Menu.Item
            key={each}
            rightSection={each === chosen ? <CheckIcon size={14} /> : null}
            aria-current={each === chosen || undefined}
            onClick={() => chooseSize(each)}
          >
            {t(`size_${each}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
