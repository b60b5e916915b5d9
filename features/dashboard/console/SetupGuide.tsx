/** The first steps of a new member, in place of figures that would all be zero. */
import { IconCheck } from '@tabler/icons-react';
import { useFormat } from '#foundation/console/display/format.tsx';
import { ChevronRightIcon } from '#foundation/console/display/icons.tsx';
import { Panel } from '#foundation/console/display/layout.tsx';
import { ScreenLink } from '#foundation/console/page/ScreenLink.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import type { Attention, Summary } from '../contract.ts';
import { dashboardWords } from '../screen-words.ts';
import classes from './SetupGuide.module.css';

type StepState = 'done' | 'waiting' | 'open';

interface Step {
  name: 'pay_password' | 'certification' | 'card' | 'first_payment';
  state: StepState;
  to: `/${string}`;
  search?: Readonly<Record<string, string>>;
}

/** Whether a member still has first steps to take. An agent earns without a card of its own. */
export function isNew({ setup }: Summary): boolean {
  if (setup.firstPayment === null) return !setup.payPassword || setup.certification !== 'approved';
  return !setup.firstPayment && stepsOf(setup).some(({ state }) => state !== 'done');
}

function stepsOf({ payPassword, certification, card, firstPayment }: Summary['setup']): Step[] {
  const stateOf = (status: string): StepState =>
    status === 'approved' ? 'done' : status === 'pending' ? 'waiting' : 'open';
  const steps: (Step | false)[] = [
    { name: 'pay_password', state: payPassword ? 'done' : 'open', to: '/user/paypassword' },
    { name: 'certification', state: stateOf(certification), to: '/user/auth' },
    { name: 'card', state: stateOf(card), to: '/repay/index', search: { tab: 'cards' } },
    firstPayment !== null && {
      name: 'first_payment',
      state: firstPayment ? 'done' : 'open',
      to: '/channel/api',
      search: { tab: 'try' },
    },
  ];
  return steps.filter((step) => step !== false);
}

export function SetupGuide({ summary, attention }: { summary: Summary; attention: Attention | undefined }) {
  const t = useWords(dashboardWords);
  const format = useFormat();
  const steps = stepsOf(summary.setup);
  const done = steps.filter(({ state }) => state === 'done').length;
  const next = steps.findIndex(({ state }) => state === 'open');
  const submittedAt = attention?.certification.submittedAt;
  return (
    <Panel
      title={t('setup')}
      actions={<span className={classes.progress}>{t('setup_progress', { done, all: steps.length })}</span>}
    >
      <div
        className={classes.bar}
        role="meter"
        aria-label={t('setup')}
        aria-valuemin={0}
        aria-valuemax={steps.length}
        aria-valuenow={done}
      >
        <span style={{ width: `${(100 * done) / steps.length}%` }} />
      </div>
      <ol className={classes.steps}>
        {steps.map(({ name, state, to, search }, index) => (
          <li key={name}>
            <ScreenLink to={to} {...(search ? { search } : {})} className={classes.step}>
              <span className={classes.mark} data-state={state} data-next={index === next || undefined}>
                {state === 'done' ? <IconCheck size={16} stroke={2.25} aria-hidden /> : format.number(index + 1)}
              </span>
              <span className={classes.text}>
                <span className={classes.name}>{t(`step_${name}`)}</span>
                <span className={classes.why}>
                  {state === 'done'
                    ? t('step_done')
                    : state === 'waiting' && name === 'certification' && submittedAt
                      ? t('checked_since', { time: format.dateTime(submittedAt) })
                      : state === 'waiting'
                        ? t('step_waiting')
                        : t(`step_${name}_why`)}
                </span>
              </span>
              {state !== 'done' && (
                <span className={classes.go}>
                  <ChevronRightIcon />
                </span>
              )}
            </ScreenLink>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
