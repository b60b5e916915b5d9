/** What operators have switched on and off for a member. */
import { Checkbox, NativeSelect } from '@mantine/core';
import { useRight } from '#features/accounts/console/use-right.ts';
import { Fact, Facts, Panel } from '#foundation/console/display/layout.tsx';
import { type FormValues, useFormState } from '#foundation/console/form/form.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { useAction } from '#foundation/console/wire/use-call.ts';
import type { MemberTerms } from '../../member-contract.ts';
import { flagFields, MemberAct } from '../../member-fields.ts';
import { memberPageWords } from '../../member-page-words.ts';
import { memberCalls } from '../members/calls.ts';
import { ChangeAct } from './ChangeAct.tsx';

type Flags = MemberTerms['flags'];
const switches = ['withdrawal', 'payoutByBatch', 'payoutByGateway'] as const;
const Typed = MemberAct.extend(flagFields);
const REFRESHED = ['/operator/member/terms', '/operator/member/history'];

export function Flags({ memberNo, flags }: { memberNo: string; flags: Flags }) {
  const t = useWords(memberPageWords);
  const acts = useRight('members.act');
  const setFlags = useAction(memberCalls, '/operator/member/setFlags', {
    refreshes: REFRESHED,
    quiet: true,
    background: false,
  });
  return (
    <Panel title={t('flags')}>
      <Facts>
        {switches.map((name) => (
          <Fact key={name} label={t(`flag_${name}`)}>
            {t(flags[name] ? 'flag_on' : 'flag_off')}
          </Fact>
        ))}
        <Fact label={t('flag_cards')}>{t(`cards_${cardsOf(flags)}`)}</Fact>
      </Facts>
      {acts && (
        <ChangeAct
          title={t('flags_of')}
          schema={Typed}
          initial={textsOf(flags)}
          input={typedFlags}
          why={{ name: 'reason', label: t('reason') }}
          onSend={(input) => setFlags.mutateAsync({ ...input, memberNo })}
        >
          <p>{t('flags_what')}</p>
          <FlagFields />
        </ChangeAct>
      )}
    </Panel>
  );
}

function FlagFields() {
  const t = useWords(memberPageWords);
  const { values, set } = useFormState();
  return (
    <>
      {switches.map((name) => (
        <Checkbox
          key={name}
          size="sm"
          label={t(`flag_${name}`)}
          checked={values[name] === YES}
          onChange={({ currentTarget }) => set(name, currentTarget.checked ? YES : '')}
        />
      ))}
      <NativeSelect
        name="cards"
        label={t('flag_cards')}
        value={values['cards'] ?? ''}
        onChange={({ currentTarget }) => set('cards', currentTarget.value)}
        data={cardChoices.map((value) => ({ value, label: t(`cards_${value}`) }))}
      />
    </>
  );
}

const YES = 'yes';
const cardChoices = ['platform', 'automatic', 'reviewed'] as const;

function cardsOf({ cardsAutomatic }: Flags): (typeof cardChoices)[number] {
  if (cardsAutomatic === null) return 'platform';
  return cardsAutomatic ? 'automatic' : 'reviewed';
}

function textsOf(flags: Flags): FormValues {
  return {
    ...Object.fromEntries(switches.map((name) => [name, flags[name] ? YES : ''])),
    cards: cardsOf(flags),
  };
}

function typedFlags({ cards, ...values }: FormValues): Readonly<Record<string, unknown>> {
  return {
    ...values,
    ...Object.fromEntries(switches.map((name) => [name, values[name] === YES])),
    cardsAutomatic: cards === 'platform' ? null : cards === 'automatic',
  };
}
