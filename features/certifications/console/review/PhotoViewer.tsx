/** A photo of an ID, large, with zoom and rotation. A picture that is turned on its side is smaller, so that it fits its frame. */
import { Button } from '@mantine/core';
import { IconRotateClockwise, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useState } from 'react';
import { useFileUrl } from '#features/files/console/use-file-url.ts';
import { IconButton } from '#foundation/console/display/IconButton.tsx';
import { SkeletonBar } from '#foundation/console/display/layout.tsx';
import { kitWords } from '#foundation/console/page/kit-words.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { certificationQueueWords } from '../../operator-words.ts';
import { certificationWords } from '../../screen-words.ts';
import classes from './PhotoViewer.module.css';

/** A picture on its side is as wide as the frame is high. */
function transformOf(turns: number): string {
  return `rotate(${turns * 90}deg) scale(${turns % 2 === 0 ? 1 : 0.75})`;
}

const MOST = 4;
const STEP = 0.5;

export function PhotoViewer({ id, label }: { id: string; label: string }) {
  const t = useWords(certificationQueueWords);
  const own = useWords(certificationWords);
  const kit = useWords(kitWords);
  const { url, failed, retry } = useFileUrl(id);
  const [zoom, setZoom] = useState(1);
  const [turns, setTurns] = useState(0);
  const named = (act: 'zoom_in' | 'zoom_out' | 'rotate') => t('photo_of', { photo: label, act: t(act) });
  return (
    <figure className={classes.photo}>
      <div className={classes.bar}>
        <figcaption>{label}</figcaption>
        <IconButton
          label={named('zoom_out')}
          aria-disabled={zoom <= 1}
          onClick={() => setZoom(Math.max(1, zoom - STEP))}
        >
          <IconZoomOut size={18} />
        </IconButton>
        <IconButton
          label={named('zoom_in')}
          aria-disabled={zoom >= MOST}
          onClick={() => setZoom(Math.min(MOST, zoom + STEP))}
        >
          <IconZoomIn size={18} />
        </IconButton>
        <IconButton label={named('rotate')} onClick={() => setTurns(turns + 1)}>
          <IconRotateClockwise size={18} />
        </IconButton>
      </div>
      {/* A zoomed picture scrolls, and keys must reach it. */}
      <div className={classes.frame} tabIndex={0} role="group" aria-label={label}>
        {url !== undefined ? (
          <div className={classes.whole} style={{ width: `${zoom * 100}%` }}>
            <img src={url} alt={label} style={{ transform: transformOf(turns) }} />
          </div>
        ) : failed ? (
          <div className={classes.missing}>
            <span>{own('picture_failed')}</span>
            <Button variant="subtle" size="xs" onClick={retry}>
              {kit('retry')}
            </Button>
          </div>
        ) : (
          <SkeletonBar width="100%" height={240} />
        )}
      </div>
    </figure>
  );
}
