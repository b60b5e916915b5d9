/** Says that an operator reads as this user, until when, and leads back. */
import { Button } from '@mantine/core';
import { useEffect } from 'react';
import type { UserInfo } from '#features/accounts/contract.ts';
import { stopViewing } from '#features/operations/console/member/viewing.ts';
import { useFormat } from '#foundation/console/display/format.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { viewWords } from '#features/operations/view-words.ts';
import classes from './ViewBanner.module.css';

export interface ViewBannerProps {
  view: NonNullable<UserInfo['view']>;
  name: string;
}

export function ViewBanner({ view: { by, until }, name }: ViewBannerProps) {
  const t = useWords(viewWords);
  const format = useFormat();
  useEffect(() => {
    const timer = setTimeout(() => void stopViewing(), Math.max(0, Date.parse(until) - Date.now() - MARGIN_MS));
    return () => clearTimeout(timer);
  }, [until]);
  return (
    <div className={classes.banner} role="status" data-print="never">
      <p className={classes.text}>{t('viewing', { name, by, time: format.time(until) })}</p>
      <Button size="compact-sm" variant="default" onClick={() => void stopViewing()}>
        {t('stop')}
      </Button>
    </div>
  );
}

/** Earlier than the server, so that no request meets the end. */
const MARGIN_MS = 5_000;
