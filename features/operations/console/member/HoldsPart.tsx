/** What operators hold of a member's money, with the latest holds and releases, and the two acts. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRight } from '#features/accounts/console/use-right.ts';
import { ActDialog } from '#features/accounts/console/ActDialog.tsx';
import { Amount, Time, useFormat } from '#foundation/console/display/format.tsx';
import { Fact, Facts, Panel } from '#foundation/console/display/layout.tsx';
import { AmountField } from '#foundation/console/form/AmountField.tsx';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { useAction, useCall } from '#foundation/console/wire/use-call.ts';
import { Amount as WireAmount } from '#foundation/core/wire.ts';
import type { MemberTerms } from '../../member-contract.ts';
import { MemberAct } from '../../member-fields.ts';
import { memberPageWords } from '../../member-page-words.ts';
import { operatorMemberWords } from '../../member-words.ts';
import { operatorMemberTexts } from '../../words.ts';
import { memberCalls } from '../members/calls.ts';
import lists from '../members/Members.module.css';
import classes from './Member.module.css';
import type { PartProps } from './part-props.ts';
import { PartCall } from './PartCall.tsx';

export function HoldsPart({ member: { memberNo } }: PartProps) {
  const words = useWords(operatorMemberWords);
  const acts = useRight('holds.act');
  const source = useCall(memberCalls, '/operator/member/terms', { memberNo });
  if (!source.data) return <PartCall source={source} />;
  const { held, available, holds } = source.data;
  return (
    <div className={classes.panels}>
      <Panel title={words('held')}>
        <Facts figures>
          <Fact label={words('held')}>
            <Amount value={held} />
          </Fact>
          <Fact label={words('available')}>
            <Amount value={available} />
          </Fact>
        </Facts>
        {acts && <HoldActs terms={source.data} />}
      </Panel>
      <Panel title={words('holds')}>
        {holds.length === 0 ? (
          <p className={classes.quiet}>{words('no_holds')}</p>
        ) : (
          <ul className={lists.holds}>
            {holds.map(({ amount, reason, by, createdAt }) => (
              <li key={`${createdAt} ${amount}`}>
                <bdi className={classes.wrap}>{reason}</bdi>
                <Amount value={amount} signed />
                <span className={lists.quiet}>
                  {by} · <Time at={createdAt} short />
                </span>
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </div>
  );
}

const Holding = MemberAct.extend({ amount: WireAmount });

function HoldActs({ terms: { memberNo, held } }: { terms: MemberTerms }) {
  const t = useWords(memberPageWords);
  const format = useFormat();
  const [act, setAct] = useState<'hold' | 'release'>();
  // A request that was interrupted can be sent again and counts once.
  const [requestId, setRequestId] = useState(() => crypto.randomUUID());
  const refreshes = ['/operator/member/terms', '/operator/member/detail', '/operator/member/history'];
  const hold = useAction(memberCalls, '/operator/member/hold', { refreshes, quiet: true, background: false });
  const release = useAction(memberCalls, '/operator/member/release', { refreshes, quiet: true, background: false });
  const dialogs = [
    { name: 'hold', action: hold, what: t('hold_what') },
    { name: 'release', action: release, what: t('release_what', { held: format.amount(held) }) },
  ] as const;
  return (
    <div className={classes.acts}>
      <Button variant="default" onClick={() => setAct('hold')}>
        {t('hold')}
      </Button>
      {Number(held) > 0 && (
        <Button variant="default" onClick={() => setAct('release')}>
          {t('release')}
        </Button>
      )}
      {dialogs.map(({ name, action, what }) => (
        <ActDialog
          key={name}
          opened={act === name}
          title={`${t(name)}?`}
          act={t(name)}
          schema={Holding}
          texts={operatorMemberTexts}
          initial={noAmount}
          why={{ name: 'reason', label: t('reason') }}
          onSend={async (input) => {
            await action.mutateAsync({ ...input, memberNo, requestId });
            setRequestId(crypto.randomUUID());
            showToast(t('changed'), 'good');
          }}
          onClose={() => setAct(undefined)}
        >
          <p>{what}</p>
          <AmountField name="amount" label={t('amount')} />
        </ActDialog>
      ))}
    </div>
  );
}

const noAmount = { amount: '' };
