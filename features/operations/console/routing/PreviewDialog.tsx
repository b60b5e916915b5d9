/** What the newest orders would have done by the draft. */
import { useFormat } from '#foundation/console/display/format.tsx';
import { Fact, Facts, SkeletonBar, SkeletonGroup } from '#foundation/console/display/layout.tsx';
import { FailedRows } from '#foundation/console/display/states.tsx';
import { Dialog } from '#foundation/console/overlay/Dialog.tsx';
import { ScreenLink } from '#foundation/console/page/ScreenLink.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import type { Preview, RoutingState } from '../../routing-contract.ts';
import { operatorRoutingWords } from '../../routing-words.ts';
import { operatorRoutingCalls } from '../calls.ts';
import { upstreamName } from './route-texts.ts';
import classes from './Routing.module.css';

interface PreviewDialogProps {
  opened: boolean;
  upstreams: RoutingState['upstreams'];
  onClose: () => void;
}

export function PreviewDialog({ opened, upstreams, onClose }: PreviewDialogProps) {
  const t = useWords(operatorRoutingWords);
  return (
    <Dialog opened={opened} title={t('preview')} onClose={onClose} size="lg">
      {opened && <Replayed upstreams={upstreams} />}
    </Dialog>
  );
}

function Replayed({ upstreams }: { upstreams: RoutingState['upstreams'] }) {
  const t = useWords(operatorRoutingWords);
  const { data, error, refetch } = useCall(operatorRoutingCalls, '/operator/routing/preview', undefined, {
    keepPrevious: false,
  });
  if (data) return <Figures preview={data} upstreams={upstreams} />;
  if (error) return <FailedRows title={t('preview_failed')} error={error} onRetry={() => void refetch()} />;
  return (
    <SkeletonGroup>
      <SkeletonBar width="60%" />
      <SkeletonBar width="80%" />
    </SkeletonGroup>
  );
}

function Figures({ preview, upstreams }: { preview: Preview; upstreams: RoutingState['upstreams'] }) {
  const t = useWords(operatorRoutingWords);
  const format = useFormat();
  const nameOf = (id: number) => upstreamName({ upstreams }, id);
  return (
    <div className={classes.body}>
      <p className={classes.quiet}>{t('preview_title', { count: preview.orders })}</p>
      <Facts figures>
        <Fact label={t('moved')}>{format.number(preview.moved)}</Fact>
        <Fact label={t('refused')}>{format.number(preview.refused)}</Fact>
        <Fact label={t('cost_before')}>{format.amount(preview.costBefore)}</Fact>
        <Fact label={t('cost_after')}>{format.amount(preview.costAfter)}</Fact>
        <Fact label={t('cost_refused')}>{format.amount(preview.costOfRefused)}</Fact>
      </Facts>
      <ul className={classes.rows}>
        {preview.upstreams.map(({ upstreamId, ordersBefore, ordersAfter, costBefore, costAfter }) => (
          <li key={upstreamId}>
            <bdi>{nameOf(upstreamId)}</bdi>
            <span>
              {t('before_after', { before: ordersBefore, after: ordersAfter })} ·{' '}
              {t('money_change', { before: format.amount(costBefore), after: format.amount(costAfter) })}
            </span>
          </li>
        ))}
      </ul>
      <p className={classes.quiet}>{t(preview.differing.length === 0 ? 'none_differs' : 'differing')}</p>
      <ul className={classes.rows}>
        {preview.differing.map(({ systemNo, code, amount, before, after, because }) => (
          <li key={systemNo}>
            <span>
              <ScreenLink to="/operator/orders" search={{ q: systemNo }}>
                {systemNo}
              </ScreenLink>{' '}
              {code} · {format.amount(amount)}
            </span>
            <bdi>
              {nameOf(before)} → {after === null ? t(`because_${because ?? 'no_route'}`) : nameOf(after)}
            </bdi>
          </li>
        ))}
      </ul>
    </div>
  );
}
