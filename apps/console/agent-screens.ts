/** The screens that only agents have, above the account's in the menu. Loaded when an agent logs in. */
import { agentScreens as screensOfAgents } from '#features/agents/console/screens.ts';
import { agentTitles } from '#features/agents/screen-titles.ts';
import type { Screen } from '#foundation/console/page/screen.ts';

const agentGroup: Screen = {
  path: '/agent',
  name: 'Agent',
  title: agentTitles.agent,
  roles: ['agency'],
};

export const agentScreens: readonly Screen[] = [agentGroup, ...screensOfAgents];
