/**
 * The tabs of the developers' page, in their order. Each tab's code is fetched when it is first opened. An `id` is in
 * addresses that people share, so never rename one.
 */
import type { ComponentType } from 'react';
import type { Phrase } from '#foundation/core/words.ts';
import { portalScreenWords } from '../screen-words.ts';

export interface PortalTab {
  readonly id: string;
  readonly title: Phrase;
  readonly load: () => Promise<ComponentType>;
}

const settings: PortalTab = {
  id: 'settings',
  title: portalScreenWords.tab_settings,
  load: async () => (await import('./settings/SettingsTab.tsx')).SettingsTab,
};

export const portalTabs: readonly PortalTab[] = [
  settings,
  {
    id: 'keys',
    title: portalScreenWords.tab_keys,
    load: async () => (await import('./keys/KeysTab.tsx')).KeysTab,
  },
  {
    id: 'requests',
    title: portalScreenWords.tab_requests,
    load: async () => (await import('#features/gateway/console/RequestsTab.tsx')).RequestsTab,
  },
  {
    id: 'callbacks',
    title: portalScreenWords.tab_callbacks,
    load: async () => (await import('./callbacks/CallbacksTab.tsx')).CallbacksTab,
  },
  {
    id: 'plugins',
    title: portalScreenWords.tab_plugins,
    load: async () => (await import('#features/epay/console/ShopPluginsTab.tsx')).ShopPluginsTab,
  },
  { id: 'try', title: portalScreenWords.tab_try, load: async () => (await import('./try/TryTab.tsx')).TryTab },
  {
    id: 'check',
    title: portalScreenWords.tab_check,
    load: async () => (await import('./check/CheckTab.tsx')).CheckTab,
  },
  {
    id: 'reference',
    title: portalScreenWords.tab_reference,
    load: async () => (await import('./reference/ReferenceTab.tsx')).ReferenceTab,
  },
];

/** The tab of an address; `settings` for an unknown one. */
export function tabOf(params: Readonly<Record<string, string>>): PortalTab {
  return portalTabs.find(({ id }) => id === params['tab']) ?? settings;
}

/** The query of a tab's address. The filters of one tab do not apply to another. */
export function addressOfTab(id: string): Record<string, string> {
  return id === settings.id ? {} : { tab: id };
}
