/** Toggles full screen: a button in the navbar, or an entry of the account menu when the navbar is narrow. */
import { useSyncExternalStore } from 'react';
import { icon } from '#foundation/console/display/icons.tsx';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { navbarWords } from './navbar-words.ts';
import { type Tool, ToolButton } from './tools.tsx';

const EnterIcon = icon(<path d="M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5" />);
const LeaveIcon = icon(<path d="M9 4v5H4M15 4v5h5M9 20v-5H4M15 20v-5h5" />);

export function FullScreenButton() {
  return <ToolButton {...useFullScreen()} />;
}

export function useFullScreen(): Tool {
  const t = useWords(navbarWords);
  const isFull = useSyncExternalStore(follow, () => document.fullscreenElement !== null);
  const toggle = () => {
    change(isFull).catch(() => showToast(t('full_screen_refused'), 'bad'));
  };
  return {
    Icon: isFull ? LeaveIcon : EnterIcon,
    label: t(isFull ? 'full_screen_leave' : 'full_screen'),
    onClick: toggle,
  };
}

/**
 * Async, so that a browser without the API (which throws) and one that forbids it (which rejects) both fail as a
 * rejection.
 */
async function change(isFull: boolean): Promise<void> {
  await (isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen());
}

function follow(changed: () => void): () => void {
  document.addEventListener('fullscreenchange', changed);
  return () => document.removeEventListener('fullscreenchange', changed);
}
