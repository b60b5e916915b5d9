/** The wallet's balances, and when a recharge becomes available. */
import { SettlementRule } from '#features/ledger/console/SettlementRule.tsx';
import { useMe } from '#features/accounts/console/use-me.ts';
import type { UserInfo } from '#features/accounts/contract.ts';
import { Amount } from '#foundation/console/display/format.tsx';
import { SkeletonBar, SkeletonGroup, Fact, Facts, Panel } from '#foundation/console/display/layout.tsx';
import { FailedRows } from '#foundation/console/display/states.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { rechargeWords } from '../screen-words.ts';
import classes from './RechargeScreen.module.css';

export function WalletPanel() {
  const t = useWords(rechargeWords);
  const me = useMe();
  const person = me.data?.userinfo;
  return (
    <div className={classes.wallet}>
      <Panel title={t('wallet')}>
        {person ? (
          <Wallet person={person} />
        ) : me.error ? (
          <FailedRows title={t('wallet_failed')} error={me.error} onRetry={() => void me.refetch()} />
        ) : (
          <SkeletonGroup>
            <SkeletonBar width="55%" height={26} />
            <SkeletonBar width="80%" />
            <SkeletonBar width="70%" />
          </SkeletonGroup>
        )}
      </Panel>
    </div>
  );
}

function Wallet({ person: { balance, available, frozen, settlement } }: { person: UserInfo['userinfo'] }) {
  const t = useWords(rechargeWords);
  return (
    <Facts>
      {balance !== null && (
        <Fact label={t('balance')}>
          <strong className={classes.balance}>
            <Amount value={balance} />
          </strong>
        </Fact>
      )}
      {available !== null && (
        <Fact label={t('available')}>
          <Amount value={available} />
        </Fact>
      )}
      {frozen !== null && (
        <Fact label={t('frozen')}>
          <Amount value={frozen} />
        </Fact>
      )}
      {settlement !== null && (
        <Fact label={t('released')}>
          <SettlementRule settlement={settlement} />
        </Fact>
      )}
    </Facts>
  );
}
