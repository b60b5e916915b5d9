/** One announcement: a published one to read and withdraw, a draft to write, preview and publish. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRight } from '#features/accounts/console/use-right.ts';
import { ActDialog } from '#features/accounts/console/ActDialog.tsx';
import { Time } from '#foundation/console/display/format.tsx';
import { Fact, Facts, SkeletonBar, SkeletonGroup } from '#foundation/console/display/layout.tsx';
import { Markdown } from '#foundation/console/display/Markdown.tsx';
import { EmptyRows, FailedRows } from '#foundation/console/display/states.tsx';
import { DetailDrawer } from '#foundation/console/overlay/DetailDrawer.tsx';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { CallRefused } from '#foundation/console/wire/api-errors.ts';
import { useAction, useCall } from '#foundation/console/wire/use-call.ts';
import { languageNames, languages } from '#foundation/core/words.ts';
import { AnnouncementAct, type OperatorAnnouncement } from '../../announcement-contract.ts';
import { announcementWords } from '../../announcement-words.ts';
import { operatorAnnouncementTexts } from '../../words.ts';
import { AnnouncementForm } from './AnnouncementForm.tsx';
import classes from './Announcements.module.css';
import { PhaseBadge } from './PhaseBadge.tsx';
import { operatorAnnouncementCalls } from './calls.ts';

/** Stands for one that is not there yet. */
export const NEW_ANNOUNCEMENT = 'new';

export interface AnnouncementDrawerProps {
  id: string | undefined;
  onOpen: (id: string | undefined) => void;
}

export function AnnouncementDrawer({ id, onOpen }: AnnouncementDrawerProps) {
  const t = useWords(announcementWords);
  return (
    <DetailDrawer opened={id !== undefined} title={t('announcement')} onClose={() => onOpen(undefined)}>
      {id === NEW_ANNOUNCEMENT ? (
        <AnnouncementForm announcement={undefined} onSaved={onOpen} />
      ) : (
        id !== undefined && <Stored key={id} id={id} onOpen={onOpen} />
      )}
    </DetailDrawer>
  );
}

function Stored({ id, onOpen }: { id: string; onOpen: (id: string | undefined) => void }) {
  const t = useWords(announcementWords);
  const configures = useRight('announcements.configure');
  const { data, error, refetch } = useCall(operatorAnnouncementCalls, '/operator/announcement/detail', { id });
  const [act, setAct] = useState<'publish' | 'withdraw'>();
  if (!data)
    return error instanceof CallRefused ? (
      <EmptyRows title={t('gone')} />
    ) : error ? (
      <FailedRows title={t('announcement')} error={error} onRetry={() => void refetch()} />
    ) : (
      <SkeletonGroup>
        <SkeletonBar width="60%" height={24} />
        <SkeletonBar width="90%" />
      </SkeletonGroup>
    );
  const isPublished = data.state === 'published';
  return (
    <div className={classes.announcement}>
      <div className={classes.badges}>
        <PhaseBadge row={data} />
      </div>
      {isPublished || !configures ? (
        <Read announcement={data} />
      ) : (
        <AnnouncementForm key={data.changedAt} announcement={data} onSaved={onOpen} />
      )}
      {configures && (
        <div className={classes.acts}>
          {isPublished ? (
            <Button color="red" variant="light" onClick={() => setAct('withdraw')}>
              {t('withdraw')}
            </Button>
          ) : (
            <Button variant="light" onClick={() => setAct('publish')}>
              {t('publish')}
            </Button>
          )}
        </div>
      )}
      {act && <Act key={act} act={act} id={id} title={data.title} onClose={() => setAct(undefined)} />}
    </div>
  );
}

function Read({ announcement }: { announcement: OperatorAnnouncement }) {
  const t = useWords(announcementWords);
  const { audience, memberNos, from, until, readers, texts } = announcement;
  return (
    <>
      <Facts>
        <Fact label={t('audience')}>{audience === 'named' ? memberNos.join(' ') : t(`audience_${audience}`)}</Fact>
        <Fact label={t('shown_from')}>
          <Time at={from} />
        </Fact>
        {until !== null && (
          <Fact label={t('shown_until')}>
            <Time at={until} />
          </Fact>
        )}
        <Fact label={t('readers')}>{t('readers_of', { count: readers })}</Fact>
      </Facts>
      {languages
        .filter((language) => texts[language].title !== '')
        .map((language) => (
          <section key={language} className={classes.text} lang={language}>
            <p className={classes.quiet}>{languageNames[language]}</p>
            <h3 className={classes.title}>
              <bdi>{texts[language].title}</bdi>
            </h3>
            <Markdown text={texts[language].body} topLevel={4} />
          </section>
        ))}
    </>
  );
}

function Act({
  act,
  id,
  title,
  onClose,
}: {
  act: 'publish' | 'withdraw';
  id: string;
  title: string;
  onClose: () => void;
}) {
  const t = useWords(announcementWords);
  const send = useAction(operatorAnnouncementCalls, `/operator/announcement/${act}`, {
    refreshes: ['/operator/announcement/list', '/operator/announcement/detail'],
    quiet: true,
    background: false,
  });
  return (
    <ActDialog
      opened
      title={t(act)}
      act={t(act)}
      dangerous={act === 'withdraw'}
      schema={AnnouncementAct}
      texts={operatorAnnouncementTexts}
      input={(typed) => ({ ...typed, id })}
      why={{ name: 'reason', label: t('reason') }}
      onSend={async ({ reason, verifyType, verifyCode }) => {
        await send.mutateAsync({ id, reason, verifyType, verifyCode });
        showToast(t(act === 'publish' ? 'published' : 'withdrawn'), 'good');
      }}
      onClose={onClose}
    >
      <p>
        <bdi>{title}</bdi>
      </p>
      <p>{t(act === 'publish' ? 'publish_what' : 'withdraw_what')}</p>
    </ActDialog>
  );
}
