/** A submitted certification, read-only: its status, the reviewer's remark, the details and both photos. */
import { Button } from '@mantine/core';
import { IconCircleCheck, IconCircleX, IconHourglassHigh } from '@tabler/icons-react';
import { useFileUrl } from '#features/files/console/use-file-url.ts';
import { SupportText } from '#features/platform/console/SupportText.tsx';
import { Time } from '#foundation/console/display/format.tsx';
import { kitWords } from '#foundation/console/page/kit-words.ts';
import { SkeletonBar, Fact, Facts, Panel } from '#foundation/console/display/layout.tsx';
import { StatusPanel, type StatusPanelProps } from '#foundation/console/display/StatusPanel.tsx';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import type { AuthInfo } from '../contract.ts';
import { canSubmit, type SentStatus } from '../rules.ts';
import { certificationWords } from '../screen-words.ts';
import classes from './CertificationScreen.module.css';

const looks: Readonly<Record<SentStatus, Pick<StatusPanelProps, 'tone' | 'icon'>>> = {
  pending: { tone: 'busy', icon: IconHourglassHigh },
  approved: { tone: 'good', icon: IconCircleCheck },
  rejected: { tone: 'bad', icon: IconCircleX },
};

export function SentCertification({ info, onChange }: { info: AuthInfo; onChange: () => void }) {
  const { status, photoFront, photoBack } = info;
  return (
    <div className={classes.sent}>
      {status !== 'none' && <StatusCard info={info} status={status} onChange={onChange} />}
      {info.submittedAt !== null && <Details info={info} />}
      {(photoFront !== null || photoBack !== null) && <Photos front={photoFront} back={photoBack} />}
    </div>
  );
}

function StatusCard({ info, status, onChange }: { info: AuthInfo; status: SentStatus; onChange: () => void }) {
  const t = useWords(certificationWords);
  const look = looks[status];
  return (
    <section className={classes.now} data-tone={look.tone} aria-labelledby="certification-standing">
      <StatusPanel
        {...look}
        titleId="certification-standing"
        title={t(info.revokedAt === null ? `${status}_title` : 'revoked_title')}
        hint={<SupportText text={t(`${status}_hint`)} />}
        aside={<StatusBadge tone={look.tone}>{t(`status_${status}`)}</StatusBadge>}
      >
        {info.reviewRemark !== '' && (
          <figure className={classes.remark}>
            <figcaption>{t('reviewer')}</figcaption>
            <blockquote>{info.reviewRemark}</blockquote>
          </figure>
        )}
        {canSubmit(status) && (
          <Button mt="sm" onClick={onChange}>
            {t('send_again')}
          </Button>
        )}
      </StatusPanel>
    </section>
  );
}

function Details({ info }: { info: AuthInfo }) {
  const t = useWords(certificationWords);
  return (
    <Panel title={t('details')}>
      <Facts>
        <Fact label={t('name')}>{info.name}</Fact>
        <Fact label={t('id_number')}>
          <span className={classes.figures}>{info.idNumber}</span>
        </Fact>
        <Fact label={t('industry')}>{info.industry}</Fact>
        {info.website !== '' && <Fact label={t('website_plain')}>{info.website}</Fact>}
        {info.remark !== '' && <Fact label={t('remark_plain')}>{info.remark}</Fact>}
        {info.submittedAt !== null && (
          <Fact label={t('submitted_at')}>
            <Time at={info.submittedAt} />
          </Fact>
        )}
        {info.reviewedAt !== null && (
          <Fact label={t('reviewed_at')}>
            <Time at={info.reviewedAt} />
          </Fact>
        )}
      </Facts>
    </Panel>
  );
}

function Photos({ front, back }: { front: string | null; back: string | null }) {
  const t = useWords(certificationWords);
  return (
    <Panel title={t('photos')}>
      <div className={classes.photos}>
        {front !== null && <Photo id={front} label={t('photo_front')} />}
        {back !== null && <Photo id={back} label={t('photo_back')} />}
      </div>
    </Panel>
  );
}

function Photo({ id, label }: { id: string; label: string }) {
  const t = useWords(certificationWords);
  const kit = useWords(kitWords);
  const { url, failed, retry } = useFileUrl(id);
  return (
    <figure className={classes.photo}>
      {url !== undefined ? (
        <img src={url} alt={label} />
      ) : failed ? (
        <div className={classes.missing}>
          <span>{t('picture_failed')}</span>
          <Button variant="subtle" size="xs" onClick={retry}>
            {kit('retry')}
          </Button>
        </div>
      ) : (
        <SkeletonBar width="100%" height={180} />
      )}
      <figcaption>{label}</figcaption>
    </figure>
  );
}
