/** The recharge screen: the form, or the recharge in the address; with the wallet and the latest recharges. */
import { Columns, PageHeader } from '#foundation/console/display/layout.tsx';
import { useFormat } from '#foundation/console/display/format.tsx';
import { useLive } from '#foundation/console/wire/live.ts';
import { usePageAddress } from '#foundation/console/page/page-address.tsx';
import { useThrottledRefresh } from '#foundation/console/wire/use-throttled-refresh.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { rechargeTitles } from '../screen-titles.ts';
import { rechargeWords } from '../screen-words.ts';
import { RechargeDetails } from './RechargeDetails.tsx';
import { RecentRecharges } from './RecentRecharges.tsx';
import { RechargeForm } from './RechargeForm.tsx';
import { WalletPanel } from './WalletPanel.tsx';

function RechargeScreen() {
  const t = useWords(rechargeWords);
  const title = useWords(rechargeTitles)('recharge');
  const format = useFormat();
  const { params, change } = usePageAddress();
  const number = params['order'];
  const show = (order: string | undefined) => change(() => (order === undefined ? {} : { order }));
  const refreshSoon = useThrottledRefresh('/user/info', '/order/list', '/channel/list');
  useLive('order.paid', refreshSoon);
  useLive('balance.changed', refreshSoon);
  useLive('resumed', refreshSoon);
  return (
    <>
      <PageHeader title={title} hint={t('hint', { zone: format.zone })} />
      <Columns>
        {number === undefined ? (
          <RechargeForm onMade={show} />
        ) : (
          <RechargeDetails key={number} number={number} onLeave={() => show(undefined)} />
        )}
        <WalletPanel />
        <RecentRecharges onOpen={show} openKey={number} />
      </Columns>
    </>
  );
}

export { RechargeScreen as Screen };
