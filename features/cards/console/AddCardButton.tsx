/** Adds a card from the page above the list; whether its form is open is in the address, so that others can lead to it. */
import { Button } from '@mantine/core';
import { useMe } from '#features/accounts/console/use-me.ts';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { usePageAddress } from '#foundation/console/page/page-address.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { cardScreenWords } from '../screen-words.ts';
import { cardCalls } from './calls.ts';
import { CardDialog } from './CardDialog.tsx';

export function AddCardButton() {
  const t = useWords(cardScreenWords);
  const user = useMe().data?.userinfo;
  const total = useCall(cardCalls, '/bankcard/list', undefined).data?.total ?? 0;
  const { params, change } = usePageAddress();
  const close = () => change(({ new: _opened, ...others }) => others);
  return (
    <>
      {/* The empty list offers it itself. */}
      {total > 0 && <Button onClick={() => change((before) => ({ ...before, new: 'card' }))}>{t('add')}</Button>}
      {params['new'] === 'card' && user && <CardDialog act="add" user={user} total={total} onClose={close} />}
    </>
  );
}
