/** Opens the search. Looks like a field on a wide screen and like an icon on a narrow one. */
import { useState } from 'react';
import { BarButton } from '#foundation/console/display/BarButton.tsx';
import { SearchIcon } from '#foundation/console/display/icons.tsx';
import type { Screen } from '#foundation/console/page/screen.ts';
import { useLazyPart } from '#foundation/console/wire/use-lazy-part.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { commandKey, Keys } from './Keys.tsx';
import classes from './Navbar.module.css';
import { navbarWords } from './navbar-words.ts';

const loadDialog = () => import('./SearchDialog.tsx');

export interface SearchButtonProps {
  /** The screens that the user can open. */
  screens: readonly Screen[];
  opened: boolean;
  onOpen: () => void;
  onClose: () => void;
}

export function SearchButton({ screens, opened, onOpen, onClose }: SearchButtonProps) {
  const t = useWords(navbarWords);
  const [isHovered, setIsHovered] = useState(false);
  const lazy = useLazyPart(opened || isHovered, loadDialog, () => {
    setIsHovered(false);
    if (opened) onClose();
  });
  const label = t('search');
  const keys = [commandKey(), 'K'];
  return (
    <>
      <BarButton
        label={label}
        // Voice control users say the visible text, so the accessible name must contain it.
        aria-label={[label, ...keys].join(' ')}
        className={classes.search}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={onOpen}
        onPointerEnter={() => setIsHovered(true)}
      >
        <SearchIcon size={18} />
        <span className={classes.searchLabel} aria-hidden="true">
          {label}
        </span>{' '}
        <span className={classes.searchKeys} aria-hidden="true">
          <Keys keys={keys} />
        </span>
      </BarButton>
      {lazy.part && <lazy.part.SearchDialog opened={opened && lazy.opened} screens={screens} onClose={onClose} />}
    </>
  );
}
