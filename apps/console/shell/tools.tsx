/**
 * A one-click tool of the console: a button in the navbar, or an entry of the account menu when the navbar is narrow.
 */
import type { ComponentType } from 'react';
import { BarButton } from '#foundation/console/display/BarButton.tsx';
import type { IconProps } from '#foundation/console/display/icons.tsx';
import type { MenuItem } from '#foundation/console/overlay/popup-parts.tsx';

export interface Tool {
  Icon: ComponentType<IconProps>;
  label: string;
  onClick: () => void;
}

export function ToolButton({ Icon, label, onClick }: Tool) {
  return (
    <BarButton label={label} onClick={onClick}>
      <Icon size={18} />
    </BarButton>
  );
}

export function toolItem(key: string, { Icon, label, onClick }: Tool): MenuItem {
  return { key, icon: <Icon />, label, onClick };
}
