/** Opens the form for a single payout; whether it is open is in the address, so that others can lead to it. */
import { Button } from '@mantine/core';
import { DetailDrawer } from '#foundation/console/overlay/DetailDrawer.tsx';
import { LazyPart } from '#foundation/console/display/LazyPart.tsx';
import { SkeletonBar, SkeletonGroup } from '#foundation/console/display/layout.tsx';
import { usePageAddress } from '#foundation/console/page/page-address.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { newPayoutWords } from '../../screen-words.ts';

const loadForm = () => import('./NewPayout.tsx');

export function NewPayoutButton() {
  const t = useWords(newPayoutWords);
  const { params, change } = usePageAddress();
  const close = () => change(({ new: _opened, ...others }) => others);
  return (
    <>
      <Button onClick={() => change((before) => ({ ...before, new: 'payout' }))}>{t('new_payout')}</Button>
      <DetailDrawer opened={params['new'] === 'payout'} title={t('new_payout')} unprinted onClose={close}>
        <LazyPart load={loadForm} space={<FormSpace />}>
          {({ NewPayout }) => <NewPayout />}
        </LazyPart>
      </DetailDrawer>
    </>
  );
}

function FormSpace() {
  return (
    <SkeletonGroup>
      <SkeletonBar width="40%" />
      <SkeletonBar height={36} />
      <SkeletonBar width="40%" height={36} />
    </SkeletonGroup>
  );
}
