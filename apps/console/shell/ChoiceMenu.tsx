/** A navbar menu for choosing one of a few options. The current one is ticked. */
import type { ReactNode } from 'react';
import { BarButton } from '#foundation/console/display/BarButton.tsx';
import { PopupMenu } from '#foundation/console/overlay/Popup.tsx';

export interface ChoiceMenuProps<Choice extends string> {
  /** Names the setting and its current value. */
  label: string;
  value: Choice;
  options: readonly { value: Choice; label: string; lang?: string }[];
  onChange: (value: Choice) => void;
  /** The button's content. */
  children: ReactNode;
}

export function ChoiceMenu<Choice extends string>({
  label,
  value,
  options,
  onChange,
  children,
}: ChoiceMenuProps<Choice>) {
  const items = () =>
    options.map((option) => ({
      key: option.value,
      label: option.label,
      lang: option.lang,
      chosen: option.value === value,
      onClick: () => onChange(option.value),
    }));
  return (
    <PopupMenu
      groups={() => [items()]}
      renderButton={(button) => (
        <BarButton label={label} {...button}>
          {children}
        </BarButton>
      )}
    />
  );
}
