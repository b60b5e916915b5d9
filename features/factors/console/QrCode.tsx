/**
 * A QR code drawn locally: the secret is never sent to an image service. Dark on light in every theme, as cameras need
 * it.
 */
import { useMemo } from 'react';
import { encode } from 'uqr';
import classes from './QrCode.module.css';

export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => drawing(text), [text]);
  return (
    <svg
      className={classes.root}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** Quiet zone of four light modules, as the standard requires; each run of dark modules is one rectangle. */
function drawing(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const bars = data.flatMap((row, y) => {
    const runs: string[] = [];
    for (let x = 0; x < row.length; x += 1) {
      const from = x;
      while (row[x]) x += 1;
      if (x > from) runs.push(`M${from} ${y}h${x - from}v1h${from - x}z`);
    }
    return runs;
  });
  return { size, path: bars.join('') };
}
