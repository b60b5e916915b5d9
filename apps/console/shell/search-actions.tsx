/** What the search can do beside leading to a page: start something, switch a setting, log out. */
import {
  IconAdjustmentsHorizontal,
  IconArrowUpRight,
  IconCirclePlus,
  IconCreditCard,
  IconKeyboard,
  IconLanguage,
  IconLogout,
  IconMaximize,
  IconSend,
  IconSunMoon,
  IconTableImport,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { LOGIN } from '#apps/console/guard.ts';
import type { Screen } from '#foundation/console/page/screen.ts';
import { useLanguage } from '#foundation/console/page/words.tsx';
import { languages, type Phrase } from '#foundation/core/words.ts';
import { useFullScreen } from './FullScreenButton.tsx';
import { leave } from './leave.ts';
import { navbarDialog } from './navbar-dialog.ts';
import { navbarWords } from './navbar-words.ts';
import { useScheme } from './SchemeButton.tsx';
import { searchWords } from './search-words.ts';
import { settingsPanel } from './settings.ts';
import { withdrawScreen } from './shortcuts.ts';
import { shellWords } from './words.ts';

export interface SearchAction {
  readonly id: string;
  readonly title: Phrase;
  readonly Icon: ComponentType<{ size?: number; stroke?: number }>;
  /** Its keyboard shortcut. */
  readonly keys?: readonly string[];
  run(): void;
}

/** Those that start something on a screen that the user can open. */
const onScreens = [
  { name: 'UserRecharge', id: 'recharge', title: searchWords.recharge, Icon: IconCirclePlus, search: {} },
  {
    name: 'Repay',
    id: 'payout',
    title: searchWords.new_payout,
    Icon: IconSend,
    search: { tab: 'payouts', new: 'payout' },
  },
  { name: 'BatchApplyRepay', id: 'batch', title: searchWords.new_batch, Icon: IconTableImport, search: {} },
  { name: 'RepayBankCard', id: 'card', title: searchWords.add_card, Icon: IconCreditCard, search: { new: 'card' } },
] as const;

/** All in one panel. */
const settings = [
  ['settings', shellWords.settings],
  ['settings-colour', searchWords.settings_colour],
  ['settings-size', searchWords.settings_size],
  ['settings-tabs', searchWords.settings_tabs],
] as const;

export function useSearchActions(screens: readonly Screen[]): readonly SearchAction[] {
  const navigate = useNavigate();
  const { language, choose } = useLanguage();
  const scheme = useScheme();
  const fullScreen = useFullScreen();
  const withdraw = withdrawScreen(screens);
  return [
    ...(withdraw
      ? [
          {
            id: 'withdraw',
            title: searchWords.withdraw,
            Icon: IconArrowUpRight,
            keys: ['W'],
            run: () => void navigate({ to: withdraw.path }),
          },
        ]
      : []),
    ...onScreens.flatMap(({ name, search, ...action }) =>
      screens
        .filter((screen) => screen.name === name)
        .map(({ path }) => ({ ...action, run: () => void navigate({ to: path, search }) })),
    ),
    ...languages
      .filter((each) => each !== language)
      .map((each) => ({
        id: `language-${each}`,
        title: searchWords[`to_${each}`],
        Icon: IconLanguage,
        run: () => choose(each),
      })),
    {
      id: 'scheme',
      title: scheme.isDark ? shellWords.to_light : shellWords.to_dark,
      Icon: IconSunMoon,
      run: scheme.onClick,
    },
    ...settings.map(([id, title]) => ({
      id,
      title,
      Icon: IconAdjustmentsHorizontal,
      run: () => settingsPanel.set(true),
    })),
    {
      id: 'shortcuts',
      title: navbarWords.shortcuts,
      Icon: IconKeyboard,
      keys: ['?'],
      run: () => navbarDialog.set('shortcuts'),
    },
    { id: 'full-screen', title: navbarWords.full_screen, Icon: IconMaximize, run: fullScreen.onClick },
    {
      id: 'log-out',
      title: shellWords.log_out,
      Icon: IconLogout,
      run: () => void leave().then(() => navigate({ to: LOGIN })),
    },
  ];
}
