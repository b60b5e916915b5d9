/** The account menu's entries for the role switch; none without a demo. */
import { useConfig } from '#features/platform/console/config.ts';
import { icon } from '#foundation/console/display/icons.tsx';
import type { MenuGroups } from '#foundation/console/overlay/popup-parts.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { demoScreenWords } from '../screen-words.ts';
import { switchRole } from './switch-role.ts';

const SwitchIcon = icon(<path d="M7 7h12l-3-3M17 17H5l3 3" />);

export function useRoleItems(): MenuGroups[number] {
  const t = useWords(demoScreenWords);
  const roles = useConfig()?.demo ?? [];
  return roles.map((role) => ({
    key: `switch-${role}`,
    icon: <SwitchIcon />,
    label: t(`switch_${role}`),
    // The call has already shown the error.
    onClick: () => void switchRole(role).catch(() => undefined),
  }));
}
