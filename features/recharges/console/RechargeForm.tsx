/** The recharge form: amount and channel. It shows what the wallet gets before anything is sent. */
import { Button } from '@mantine/core';
import type { z } from 'zod';
import type { ChannelRow } from '#features/channels/contract.ts';
import { channelCalls } from '#features/channels/console/calls.ts';
import { useConfig } from '#features/platform/console/config.ts';
import { SupportText } from '#features/platform/console/SupportText.tsx';
import { AmountField } from '#foundation/console/form/AmountField.tsx';
import { amountFieldFault, type AmountFaultTerms } from '#foundation/console/form/amount-fault.ts';
import { amountWords } from '#foundation/console/form/amount-words.ts';
import { type FieldFault, fieldFault } from '#foundation/console/form/field-fault.ts';
import { Form, SubmitButton, useForm, useFormState } from '#foundation/console/form/form.tsx';
import { Amount, useFormat, useLocality } from '#foundation/console/display/format.tsx';
import { SkeletonBar, SkeletonGroup, Fact, Facts, Panel } from '#foundation/console/display/layout.tsx';
import { EmptyRows, FailedRows } from '#foundation/console/display/states.tsx';
import { CallRefused } from '#foundation/console/wire/api-errors.ts';
import { newRequestId } from '#foundation/console/wire/request-id.ts';
import { useAction, useCall, useRefresh } from '#foundation/console/wire/use-call.ts';
import { useSavedText } from '#foundation/console/wire/use-saved-input.ts';
import { useLanguage, useWords } from '#foundation/console/page/words.tsx';
import { exampleAmount } from '#foundation/core/typed-amount.ts';
import { formatAmount, parseAmount, parseAmountOrZero } from '#foundation/core/money.ts';
import { Recharge } from '../contract.ts';
import { rechargeCalls } from './calls.ts';
import { amountFaultOf, type Offer, offerOf, quickAmountsOf, splitOf } from '../rules.ts';
import { rechargeWords } from '../screen-words.ts';
import { rechargeTexts } from '../words.ts';
import { ChannelChoice } from './ChannelChoice.tsx';
import { openCashier } from './open-cashier.ts';
import classes from './RechargeScreen.module.css';

const REFRESH_MS = 60_000;

/** The form's own fields. The request id is added when it is sent. */
const Typed = Recharge.omit({ requestId: true });

/** `onMade` gets the system number of a recharge whose cashier is about to open. */
export function RechargeForm({ onMade }: { onMade: (systemNo: string) => void }) {
  const t = useWords(rechargeWords);
  const channels = useCall(channelCalls, '/channel/list', undefined, { refetchEveryMs: REFRESH_MS });
  const open = channels.data?.list.filter(({ recharge, state }) => recharge && state === 'open');
  if (open === undefined)
    return (
      <Panel>
        {channels.error ? (
          <FailedRows title={t('channels_failed')} error={channels.error} onRetry={() => void channels.refetch()} />
        ) : (
          <SkeletonGroup>
            <SkeletonBar width="30%" />
            <SkeletonBar height={64} />
            <SkeletonBar width="30%" />
            <SkeletonBar height={36} />
            <SkeletonBar width="40%" height={36} />
          </SkeletonGroup>
        )}
      </Panel>
    );
  return (
    <Panel title={t('form')}>
      {open.length === 0 ? <NoChannel all={channels.data?.list ?? []} /> : <OpenForm channels={open} onMade={onMade} />}
    </Panel>
  );
}

/** The next step: wait for a channel's open hours, or ask for a channel. */
function NoChannel({ all }: { all: readonly ChannelRow[] }) {
  const t = useWords(rechargeWords);
  const resting = all.flatMap(({ recharge, state, name, openHours }) =>
    recharge && state === 'resting' && openHours ? [{ name, ...openHours }] : [],
  );
  return (
    <EmptyRows
      title={t('no_channel')}
      hint={
        resting.length === 0 ? (
          <SupportText text={t('no_channel_hint')} />
        ) : (
          resting.map(({ name, from, to }) => t('opens', { channel: name, from, to })).join(' · ')
        )
      }
    />
  );
}

function OpenForm({ channels, onMade }: { channels: readonly ChannelRow[]; onMade: (systemNo: string) => void }) {
  const t = useWords(rechargeWords);
  const send = useSending();
  const limitsOf = useLimits(channels);
  const form = useForm({
    schema: Typed,
    texts: { ...amountWords, ...rechargeTexts },
    initial: { amount: '', channel: channels[0]?.code ?? '' },
    savedAs: { name: 'recharge', fields: ['amount', 'channel'] },
    check: ({ amount, channel }) => rechargeFaults(amount, limitsOf(channel)),
    onSubmit: async ({ amount, channel }) => {
      const { systemNo, payUrl } = await send({ amount, channel });
      // Going back, with the browser's button too, leads to the recharge and no longer to the form.
      onMade(systemNo);
      openCashier(payUrl);
    },
  });
  const { offer, minimumMinor } = limitsOf(form.values.channel);
  return (
    <Form form={form} label={t('form')}>
      <ChannelChoice channels={channels} minimumMinor={minimumMinor} />
      <RechargedAmount quick={offer ? quickAmountsOf(minimumMinor, offer) : []} offer={offer} />
      <Outcome offer={offer} />
      <p className={classes.quiet}>{t('act_hint')}</p>
    </Form>
  );
}

/**
 * Sends under one id until the outcome is known, even if the session ends in the meantime: sent any number of times, the
 * form makes one recharge.
 */
function useSending() {
  const [requestId, setRequestId] = useSavedText('recharge request', newRequestId);
  const refresh = useRefresh();
  const make = useAction(rechargeCalls, '/user/recharge', { refreshes: ['/order/list'] });
  return async (typed: z.output<typeof Typed>) => {
    try {
      return await make.mutateAsync({ ...typed, requestId });
    } catch (error) {
      if (error instanceof CallRefused && ANOTHER_REQUEST.has(error.error)) {
        setRequestId(newRequestId());
        await refresh('/order/list');
      }
      throw error;
    }
  };
}

/**
 * Refusals after which the next try is another recharge: the earlier one exists with other content, or has no payment
 * page.
 */
const ANOTHER_REQUEST: ReadonlySet<string> = new Set([
  'order_conflict',
  'upstream_unavailable',
] satisfies (keyof typeof rechargeTexts)[]);

/** What an amount is checked against. `shown` has the limits, formatted for the user. */
interface Limits extends AmountFaultTerms {
  /** Undefined if the channel is not open any more. */
  offer: Offer | undefined;
  minimumMinor: bigint;
  shown: { minimum: string; from: string; to: string };
}

/** Returns the limits of a channel by its code. */
function useLimits(channels: readonly ChannelRow[]): (channel: string) => Limits {
  const format = useFormat();
  const { language } = useLanguage();
  const { currency } = useLocality();
  const minimum = useConfig()?.minRecharge ?? '0';
  return (channel) => {
    const row = channels.find(({ code }) => code === channel);
    return {
      currency,
      language,
      offer: row && offerOf(row, currency),
      minimumMinor: parseAmountOrZero(minimum, currency) ?? 0n,
      shown: {
        minimum: format.amount(minimum),
        from: format.amount(row?.minAmount ?? '0'),
        to: format.amount(row?.maxAmount ?? '0'),
      },
    };
  };
}

/**
 * Checks the amount with the shared amount parser and against the limits, so that an error shows before anything is
 * sent.
 */
function rechargeFaults(typed: string, { offer, minimumMinor, shown, ...terms }: Limits): FieldFault[] {
  const closed = offer ? [] : [fieldFault('channel', 'channel_closed' satisfies keyof typeof rechargeTexts)];
  const amount = amountFieldFault('amount', typed, terms);
  if (typeof amount === 'object') return [...closed, rechargeFault(amount, terms)];
  const fault = offer && amountFaultOf(amount, minimumMinor, offer);
  return fault === undefined ? closed : [...closed, fieldFault('amount', fault, shown)];
}

/** For a text that is no amount, the specification has a message of its own. */
function rechargeFault(fault: FieldFault, terms: AmountFaultTerms): FieldFault {
  if (fault.message !== 'required' && fault.message !== ('amount_typed' satisfies keyof typeof amountWords))
    return fault;
  return fieldFault('amount', 'recharge_amount_typed' satisfies keyof typeof rechargeTexts, {
    example: exampleAmount(terms),
  });
}

/** `quick`: amounts that one click fills in. */
function RechargedAmount({ quick, offer }: { quick: readonly bigint[]; offer: Offer | undefined }) {
  const t = useWords(rechargeWords);
  const form = useFormState();
  const format = useFormat();
  const { currency } = useLocality();
  return (
    <div className={classes.amountField}>
      <AmountField
        name="amount"
        label={t('amount')}
        size="large"
        most={offer && formatAmount(offer.maxMinor, currency)}
      />
      {quick.length > 0 && (
        <div className={classes.quick} role="group" aria-label={t('quick')}>
          {quick.map((amountMinor) => {
            const text = formatAmount(amountMinor, currency);
            const plain = text.replace(/\.0+$/, '');
            return (
              <Button
                key={text}
                variant="default"
                size="compact-sm"
                fw={400}
                aria-pressed={form.values['amount'] === plain}
                onClick={() => form.set('amount', plain)}
              >
                {format.grouped(plain)}
              </Button>
            );
          })}
        </div>
      )}
    </div>
  );
}

/** What is paid, what it costs and what arrives; with the submit button, labeled with the amount. */
function Outcome({ offer }: { offer: Offer | undefined }) {
  const t = useWords(rechargeWords);
  const form = useFormState();
  const format = useFormat();
  const { currency } = useLocality();
  const amountMinor = parseAmount(form.values['amount'], currency);
  const split = amountMinor !== undefined && offer ? splitOf(amountMinor, offer.rate) : undefined;
  const shown = (minor: bigint | undefined) =>
    minor === undefined ? '–' : <Amount value={formatAmount(minor, currency)} />;
  return (
    <>
      <div className={classes.outcome} aria-live="polite">
        <Facts>
          <Fact label={t('pays')}>{shown(amountMinor)}</Fact>
          <Fact label={t('fee')}>{shown(split?.feeMinor)}</Fact>
          <Fact label={t('gets')}>
            <strong>{shown(split?.obtainedMinor)}</strong>
          </Fact>
        </Facts>
      </div>
      <div>
        <SubmitButton>
          {amountMinor === undefined
            ? t('act')
            : t('act_amount', { amount: format.amount(formatAmount(amountMinor, currency)) })}
        </SubmitButton>
      </div>
    </>
  );
}
