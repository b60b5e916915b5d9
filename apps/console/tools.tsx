/**
 * What one click does for the whole console: a button in the navbar, an entry of the account's menu where there is no
 * room.
 */
import type { ComponentType } from 'react';
import { BarButton } from '#foundation/console/BarButton.tsx';
import type { IconProps } from '#foundation/console/icons.tsx';
import type { MenuItem } from '#foundation/console/popup-parts.tsx';

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
