/** The draft of the routes: who changed it, its preview, publishing and discarding. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRight } from '#features/accounts/console/use-right.ts';
import { ActDialog } from '#features/accounts/console/ActDialog.tsx';
import { useFormat } from '#foundation/console/display/format.tsx';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { useAction } from '#foundation/console/wire/use-call.ts';
import { RoutingAct, type RoutingState } from '../../routing-contract.ts';
import { operatorRoutingTexts } from '../../routing-texts.ts';
import { operatorRoutingWords } from '../../routing-words.ts';
import { operatorRoutingCalls } from '../calls.ts';
import { PreviewDialog } from './PreviewDialog.tsx';
import classes from './Routing.module.css';

export const ROUTING_REFRESHED = [
  '/operator/routing/get',
  '/operator/routing/versions',
  '/operator/routing/preview',
  '/operator/upstream/list',
  '/operator/channel/list',
] as const;

interface DraftBarProps {
  draft: NonNullable<RoutingState['draft']>;
  upstreams: RoutingState['upstreams'];
}

export function DraftBar({ draft, upstreams }: DraftBarProps) {
  const t = useWords(operatorRoutingWords);
  const format = useFormat();
  const configures = useRight('upstreams.configure');
  const [opened, setOpened] = useState<'preview' | 'publish'>();
  const discard = useAction(operatorRoutingCalls, '/operator/routing/discard', { refreshes: ROUTING_REFRESHED });
  const publish = useAction(operatorRoutingCalls, '/operator/routing/publish', {
    refreshes: ROUTING_REFRESHED,
    quiet: true,
    background: false,
  });
  const close = () => setOpened(undefined);
  const throwAway = async () => {
    await discard.mutateAsync(undefined);
    showToast(t('discarded'), 'good');
  };
  return (
    <section className={classes.draft} aria-label={t('draft')}>
      <p className={classes.quiet}>{t('draft_of', { who: draft.editedBy, ago: format.ago(draft.editedAt) })}</p>
      {draft.outdated && <p className={classes.fault}>{t('draft_outdated')}</p>}
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => setOpened('preview')}>
          {t('preview')}
        </Button>
        {configures && !draft.outdated && <Button onClick={() => setOpened('publish')}>{t('publish')}</Button>}
        {configures && (
          <Button
            variant="default"
            loading={discard.isPending}
            onClick={() => {
              // The action itself reports what went wrong.
              throwAway().catch(() => undefined);
            }}
          >
            {t('discard')}
          </Button>
        )}
      </div>
      <PreviewDialog opened={opened === 'preview'} upstreams={upstreams} onClose={close} />
      <ActDialog
        opened={opened === 'publish'}
        title={t('publish')}
        act={t('publish')}
        schema={RoutingAct}
        texts={operatorRoutingTexts}
        why={{ name: 'reason', label: t('reason') }}
        onSend={async (input) => {
          const { version } = await publish.mutateAsync({ ...input, digest: draft.digest });
          showToast(t('published', { version: String(version) }), 'good');
        }}
        onClose={close}
      >
        <p>{t('publish_what')}</p>
      </ActDialog>
    </section>
  );
}
