/**
 * The withdrawal form: amount and card. Its button opens the review, which asks for the payment password. One filled
 * form makes one withdrawal, however often it is sent: a request without a response is sent again under the same name.
 */
import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { CallFailed, CallRefused } from '#foundation/console/wire/api-errors.ts';
import { AmountField } from '#foundation/console/form/AmountField.tsx';
import { amountWords } from '#foundation/console/form/amount-words.ts';
import { ChoiceCards } from '#foundation/console/form/ChoiceCards.tsx';
import { Form, SubmitButton, useForm, useFormState } from '#foundation/console/form/form.tsx';
import { Amount, Time, useFormat, useLocality } from '#foundation/console/display/format.tsx';
import { Fact, Facts } from '#foundation/console/display/layout.tsx';
import { ScreenLink } from '#foundation/console/page/ScreenLink.tsx';
import { newRequestId } from '#foundation/console/wire/request-id.ts';
import { useAction, useCall, useRefresh } from '#foundation/console/wire/use-call.ts';
import { useSavedText } from '#foundation/console/wire/use-saved-input.ts';
import { useLanguage, useWords } from '#foundation/console/page/words.tsx';
import type { InputOf } from '#foundation/core/calls.ts';
import { parseAmount } from '#foundation/core/money.ts';
import type { CardRow } from '#features/cards/contract.ts';
import type { CurrentUser } from '#features/accounts/console/credentials/AccountPage.tsx';
import { ApplyWithdrawal } from '../../contract.ts';
import { disbursementCalls } from '../calls.ts';
import { withdrawWords } from '../../screen-words.ts';
import { disbursementTexts } from '../../words.ts';
import { type WithdrawalToConfirm, ConfirmWithdrawal } from './ConfirmWithdrawal.tsx';
import { type EarlierAttempt, FormNotices, isClosed } from './FormNotices.tsx';
import { amountFaults, bindingLimit, type Quote } from './withdrawal-quote.ts';
import classes from './Withdraw.module.css';

/** The form's own fields. The request id is added when it is sent. */
const Typed = ApplyWithdrawal.pick({ amount: true, cardId: true });

const TYPING_MS = 300;

export interface WithdrawFormProps {
  user: CurrentUser;
  cards: readonly CardRow[];
  /** The id of the card that is chosen at first. */
  lastCard: string | undefined;
  /** The quote without an amount: what can be withdrawn, and when. */
  quote: Quote;
  onMade: (orderNo: string) => void;
}

export function WithdrawForm({ user, cards, lastCard, quote, onMade }: WithdrawFormProps) {
  const t = useWords(withdrawWords);
  const price = useAction(disbursementCalls, '/withdrawal/quote');
  const [asked, setAsked] = useState<WithdrawalToConfirm>();
  const [opened, setOpened] = useState(false);
  const { send, earlier } = useSending(onMade);
  const format = useFormat();
  const { language } = useLanguage();
  const { currency } = useLocality();
  const shown = {
    least: format.amount(quote.minimum),
    most: format.amount(quote.maximum),
    now: format.amount(quote.most),
  };
  const form = useForm({
    schema: Typed,
    texts: { ...amountWords, ...withdrawWords, ...disbursementTexts },
    initial: { amount: '', cardId: lastCard ?? '' },
    savedAs: { name: 'withdrawal', fields: ['amount', 'cardId'] },
    check: ({ amount }) => amountFaults(amount, { quote, currency, language, shown }),
    onSubmit: async ({ amount, cardId }) => {
      const card = cards.find(({ id }) => id === cardId);
      setAsked({ amount, card, quote: await price.mutateAsync({ amount }) });
      setOpened(true);
    },
  });
  return (
    <>
      <Form form={form} label={t('form')}>
        <FormNotices quote={quote} earlier={opened ? undefined : earlier} />
        <WithdrawnAmount quote={quote} />
        <CardChoice cards={cards} />
        <Price />
        <SubmitAction quote={quote} closed={isClosed(quote)} />
      </Form>
      <ConfirmWithdrawal
        subject={asked}
        opened={opened}
        user={user}
        earlier={earlier}
        onPay={(proof) => send({ amount: asked?.amount ?? '', cardId: asked?.card?.id ?? '', ...proof })}
        onClose={() => setOpened(false)}
      />
    </>
  );
}

type DisbursementCalls = NonNullable<(typeof disbursementCalls)['calls']>;

/** Sends under one name until the outcome is known, even if the session ends in the meantime. */
function useSending(onMade: (orderNo: string) => void) {
  const [requestId, setRequestId] = useSavedText('withdrawal request', newRequestId);
  const [earlier, setEarlier] = useState<EarlierAttempt>();
  const refresh = useRefresh();
  const apply = useAction(disbursementCalls, '/withdrawal/apply', {
    refreshes: ['/withdrawal/list', '/withdrawal/quote', '/user/info'],
    quiet: true,
    background: false,
  });
  const send = async (typed: Omit<InputOf<DisbursementCalls['/withdrawal/apply']>, 'requestId'>) => {
    try {
      const { orderNo } = await apply.mutateAsync({ ...typed, requestId });
      onMade(orderNo);
    } catch (error) {
      // The earlier request was accepted: this one is another withdrawal, if the user still wants it.
      const conflicts = error instanceof CallRefused && error.error === 'order_conflict';
      if (conflicts) setRequestId(newRequestId());
      setEarlier(error instanceof CallFailed ? 'unsure' : conflicts ? 'made_before' : undefined);
      // The reason of the refusal can be in the figures: closed by now, or less available.
      if (error instanceof CallRefused) await refresh('/withdrawal/quote', '/user/info', '/bankcard/normal');
      throw error;
    }
  };
  return { send, earlier };
}

/** The amount; below it what can be withdrawn now, and why no more. */
function WithdrawnAmount({ quote }: { quote: Quote }) {
  const t = useWords(withdrawWords);
  const form = useFormState();
  const format = useFormat();
  const { currency } = useLocality();
  const { minimum, most } = quote;
  const isPossible = parseAmount(most, currency) !== undefined;
  const limits = { most: format.amount(most), least: format.amount(minimum) };
  return (
    <div className={classes.amountField}>
      <AmountField
        name="amount"
        label={t('amount')}
        size="large"
        most={most}
        description={isPossible ? t(`up_to_${bindingLimit(quote, currency)}`, limits) : t('too_little', limits)}
      />
      <Button
        variant="default"
        size="compact-sm"
        fw={400}
        disabled={!isPossible}
        onClick={() => form.set('amount', most)}
      >
        {t('all', { amount: format.amount(most) })}
      </Button>
    </div>
  );
}

/** The choice of the destination: the approved cards. */
function CardChoice({ cards }: { cards: readonly CardRow[] }) {
  const t = useWords(withdrawWords);
  return (
    <ChoiceCards
      name="cardId"
      label={t('card')}
      options={cards.map((card) => ({ value: card.id, facts: <CardFacts card={card} /> }))}
    >
      <ScreenLink to="/repay/bankcard" className={classes.manage}>
        {t('manage_cards')}
      </ScreenLink>
    </ChoiceCards>
  );
}

function CardFacts({ card: { holder, bankName, account } }: { card: CardRow }) {
  const t = useWords(withdrawWords);
  return (
    <>
      <span className={classes.holder}>{holder}</span>
      <span className={classes.quiet}>{bankName ?? t('alipay')}</span>
      <span className={classes.account}>{account}</span>
    </>
  );
}

/** What the typed amount costs and when it arrives: fetched shortly after the last keystroke, never computed here. */
function Price() {
  const t = useWords(withdrawWords);
  const { currency } = useLocality();
  const typed = useFormState().values['amount'] ?? '';
  const wanted = parseAmount(typed, currency) === undefined ? '' : typed;
  const [amount] = useDebouncedValue(wanted, TYPING_MS);
  const withTerms = useCall(
    disbursementCalls,
    '/withdrawal/quote',
    { amount },
    { enabled: amount !== '', keepPrevious: false, quiet: true },
  );
  const price = wanted !== '' && amount === wanted ? withTerms.data : undefined;
  const missing = withTerms.error ? '–' : t('counting');
  const figure = (value: string | null | undefined) =>
    value === null || value === undefined ? missing : <Amount value={value} />;
  if (wanted === '')
    return (
      <p className={classes.priceHint} aria-live="polite">
        {t('price_later')}
      </p>
    );
  return (
    <div className={classes.price} aria-live="polite">
      <Facts>
        <Fact label={t('fee')}>{figure(price?.fee)}</Fact>
        <Fact label={t('debit')}>
          <strong>{figure(price?.debit)}</strong>
        </Fact>
        <Fact label={t('arrives')}>{price ? <Time at={price.expectedAt} /> : missing}</Fact>
      </Facts>
    </div>
  );
}

/** The button, labeled with the amount once it can be withdrawn. */
function SubmitAction({ quote: { minimum, most }, closed }: { quote: Quote; closed: boolean }) {
  const t = useWords(withdrawWords);
  const format = useFormat();
  const { currency } = useLocality();
  const amount = useFormState().values['amount'] ?? '';
  const minor = (text: string): bigint => parseAmount(text, currency) ?? 0n;
  const isPossible = minor(amount) >= minor(minimum) && minor(amount) <= minor(most) && minor(amount) > 0n;
  return (
    <div>
      <SubmitButton disabled={closed}>
        {isPossible ? t('act_amount', { amount: format.amount(amount) }) : t('act')}
      </SubmitButton>
    </div>
  );
}
