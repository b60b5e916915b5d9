/** Certification: the form while something may be sent, else what was sent and what became of it. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Bone, PageHeader, Panel } from '#foundation/console/layout.tsx';
import { useCall } from '#foundation/console/use-call.ts';
import { useWords } from '#foundation/console/words.tsx';
import { type AuthInfo, certificationCalls } from '../contract.ts';
import { maySubmit } from '../rules.ts';
import { certificationTitles } from '../screen-titles.ts';
import { certificationWords } from '../screen-words.ts';
import { CertificationForm } from './CertificationForm.tsx';
import classes from './CertificationScreen.module.css';
import { SentCertification } from './SentCertification.tsx';

function CertificationScreen() {
  const t = useWords(certificationWords);
  const title = useWords(certificationTitles)('certification');
  const info = useCall(certificationCalls, '/user/getAuthInfo', undefined);
  return (
    <>
      <PageHeader title={title} hint={t('hint')} />
      <div className={classes.page}>
        {info.data ? <Certification info={info.data} /> : info.isError ? <Failed retry={() => void info.refetch()} /> : <Loading />}
      </div>
    </>
  );
}

function Certification({ info }: { info: AuthInfo }) {
  const [changing, setChanging] = useState(false);
  // A form that is open stays as it was filled in, whatever is read meanwhile, until nothing may be sent any more.
  if (maySubmit(info.status) && (info.status === 'none' || changing))
    return <CertificationForm before={info} {...(info.status === 'none' ? {} : { onLeave: () => setChanging(false) })} />;
  return <SentCertification info={info} onChange={() => setChanging(true)} />;
}

function Failed({ retry }: { retry: () => void }) {
  const t = useWords(certificationWords);
  return (
    <Panel>
      <div className={classes.failed} role="alert">
        <p>{t('load_failed')}</p>
        <Button variant="default" onClick={retry}>
          {t('try_again')}
        </Button>
      </div>
    </Panel>
  );
}

function Loading() {
  return (
    <Panel>
      <div className={classes.bones} aria-busy="true">
        <Bone width="40%" height={18} />
        <Bone width="80%" />
        <Bone width="65%" />
        <Bone width="72%" />
      </div>
    </Panel>
  );
}

export { CertificationScreen as Screen };
