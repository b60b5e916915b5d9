/**
 * The certification form. After a rejection it is filled with the former values, except for the ID number, which is
 * never shown in full.
 */
import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { PictureField } from '#features/files/console/PictureField.tsx';
import { useConfig } from '#features/platform/console/config.ts';
import { TextField } from '#foundation/console/form/fields.tsx';
import { Form, SubmitButton, useForm } from '#foundation/console/form/form.tsx';
import { Panel } from '#foundation/console/display/layout.tsx';
import { TextAreaField } from '#foundation/console/form/TextAreaField.tsx';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { useAction } from '#foundation/console/wire/use-call.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { dayOf } from '#foundation/core/time-zone.ts';
import { type AuthInfo, Submission } from '../contract.ts';
import { certificationCalls } from './calls.ts';
import { isCertifiedName, nameFaultName, readIdNumber } from '../rules.ts';
import { certificationWords } from '../screen-words.ts';
import { certificationTexts } from '../words.ts';
import { CardBack, CardFront } from './card-sketches.tsx';
import classes from './CertificationScreen.module.css';

export interface CertificationFormProps {
  before: AuthInfo;
  /** Returns to the former submission. */
  onLeave?: () => void;
}

export function CertificationForm({ before, onLeave }: CertificationFormProps) {
  const t = useWords(certificationWords);
  const rule = useConfig()?.mobileRule ?? 'CN';
  const send = useAction(certificationCalls, '/user/auth', {
    refreshes: ['/user/getAuthInfo', '/user/info', '/dashboard/summary'],
  });
  const [busy, setBusy] = useBusyPhotos();
  const form = useForm({
    schema: useSchema(rule),
    texts: certificationTexts,
    initial: valuesOf(before),
    savedAs: {
      name: 'certification',
      fields: ['name', 'idNumber', 'industry', 'website', 'photoFront', 'photoBack', 'remark'],
    },
    onSubmit: async (input) => {
      await send.mutateAsync(input);
      showToast(t('submitted'), 'good');
    },
  });
  return (
    <Form form={form} label={t('form')}>
      <Panel>
        <div className={classes.pairs}>
          <TextField
            name="name"
            label={t('name')}
            description={t(rule === 'CN' ? 'name_hint' : 'name_hint_international')}
            autoComplete="name"
            maxLength={60}
          />
          <TextField
            name="idNumber"
            label={t('id_number')}
            description={t(rule === 'CN' ? 'id_number_hint' : 'id_number_hint_international')}
            autoComplete="off"
            spellCheck={false}
            reading="number"
            maxLength={40}
          />
          <TextField
            name="industry"
            label={t('industry')}
            description={t('industry_hint')}
            autoComplete="off"
            maxLength={60}
          />
          <TextField
            name="website"
            label={t('website')}
            description="https://example.com"
            type="url"
            inputMode="url"
            autoComplete="url"
            reading="line"
            maxLength={200}
          />
          <PictureField
            name="photoFront"
            label={t('photo_front')}
            shape="card"
            empty={<CardFront />}
            onBusy={setBusy.front}
          />
          <PictureField
            name="photoBack"
            label={t('photo_back')}
            shape="card"
            empty={<CardBack />}
            onBusy={setBusy.back}
          />
          <div className={classes.whole}>
            <TextAreaField name="remark" label={t('remark')} maxLength={500} />
          </div>
        </div>
        <p className={classes.privacy}>
          <IconLock size={16} stroke={1.75} aria-hidden />
          {t('privacy')}
        </p>
        <div className={classes.actions}>
          <SubmitButton disabled={busy}>{t('submit')}</SubmitButton>
          {onLeave && (
            <Button variant="default" onClick={onLeave}>
              {t('back')}
            </Button>
          )}
        </div>
      </Panel>
    </Form>
  );
}

function valuesOf({ name, industry, website, photoFront, photoBack, remark }: AuthInfo) {
  return { name, idNumber: '', industry, website, photoFront: photoFront ?? '', photoBack: photoBack ?? '', remark };
}

/** The contract's schema plus the country's rules, so that the user sees every error while typing. */
function useSchema(rule: string) {
  return useMemo(() => {
    const isName = (text: string): boolean => isCertifiedName(text, rule);
    const { name, industry, idNumber } = Submission.shape;
    return Submission.safeExtend({
      name: name.refine(isName, { error: nameFaultName(rule) }),
      industry: industry.refine(isName, { error: nameFaultName(rule) }),
      idNumber: idNumber.superRefine((text, context) => {
        const read = readIdNumber(text, rule, dayOf(new Date(), EARLIEST_ZONE));
        if ('fault' in read) context.addIssue({ code: 'custom', message: read.fault });
      }),
    });
  }, [rule]);
}
/** The time zone where a day begins first. The server checks again with the platform's time zone. */
const EARLIEST_ZONE = 'Pacific/Kiritimati';

function useBusyPhotos() {
  const [front, setFront] = useState(false);
  const [back, setBack] = useState(false);
  const set = {
    front: useCallback((busy: boolean) => setFront(busy), []),
    back: useCallback((busy: boolean) => setBack(busy), []),
  };
  return [front || back, set] as const;
}
