/** Toggles light and dark: a button in the navbar, or an entry of the account menu when the navbar is narrow. */
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { icon } from '#foundation/console/display/icons.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { type Tool, ToolButton } from './tools.tsx';
import { shellWords } from './words.ts';

const MoonIcon = icon(<path d="M20 14.5A8 8 0 0 1 9.5 4a8 8 0 1 0 10.5 10.5Z" />);
const SunIcon = icon(
  <>
    <circle cx="12" cy="12" r="4" />
    <path d="M12 2v2M12 20v2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M2 12h2M20 12h2M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4" />
  </>,
);

export function SchemeButton() {
  const { isDark: _isDark, ...tool } = useScheme();
  return <ToolButton {...tool} />;
}

export function useScheme(): Tool & { isDark: boolean } {
  const t = useWords(shellWords);
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  return {
    isDark,
    Icon: isDark ? SunIcon : MoonIcon,
    label: t(isDark ? 'to_light' : 'to_dark'),
    onClick: () => setColorScheme(isDark ? 'light' : 'dark'),
  };
}
