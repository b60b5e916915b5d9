/** One of a few, from a menu of the navbar; what is chosen is ticked. */
import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { BarButton } from '#foundation/console/BarButton.tsx';
import { CheckIcon } from '#foundation/console/icons.tsx';

export interface ChoiceMenuProps<Choice extends string> {
  /** What is chosen from, and what is chosen. */
  label: string;
  value: Choice;
  options: readonly { value: Choice; label: string; lang?: string }[];
  onChange: (value: Choice) => void;
  /** What the button shows. */
  children: ReactNode;
}

export function ChoiceMenu<Choice extends string>({ label, value, options, onChange, children }: ChoiceMenuProps<Choice>) {
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <BarButton label={label}>{children}</BarButton>
      </Menu.Target>
      <Menu.Dropdown>
        {options.map((option) => (
          <Menu.Item
            key={option.value}
            lang={option.lang}
            rightSection={option.value === value ? <CheckIcon size={14} /> : null}
            aria-current={option.value === value || undefined}
            onClick={() => onChange(option.value)}
          >
            {option.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
