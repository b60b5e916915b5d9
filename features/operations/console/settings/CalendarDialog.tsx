/** What a year's holidays would do to releases, and the reason and second step to save them. */
import { ActDialog } from '#features/accounts/console/ActDialog.tsx';
import { useFormat } from '#foundation/console/display/format.tsx';
import { SkeletonBar, SkeletonGroup } from '#foundation/console/display/layout.tsx';
import { FailedRows } from '#foundation/console/display/states.tsx';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { useAction, useCall } from '#foundation/console/wire/use-call.ts';
import { type CalendarEffect, SaveCalendar, type SpecialDay } from '../../setting-contract.ts';
import { settingWords } from '../../setting-words.ts';
import { operatorSettingTexts } from '../../words.ts';
import { operatorSettingCalls } from './calls.ts';
import classes from './Settings.module.css';

const SHOWN = 12;

export interface CalendarDialogProps {
  year: number;
  days: readonly SpecialDay[];
  /** As they are now. */
  was: readonly SpecialDay[];
  /** This undoes a change: what its days were before, as text. */
  undone?: string;
  onSaved?: () => void;
  onClose: () => void;
}

export function CalendarDialog({ year, days, was, undone, onSaved, onClose }: CalendarDialogProps) {
  const t = useWords(settingWords);
  const name = t('holidays_of', { year: String(year) });
  const wanted = { year, days: [...days] };
  const { data, error, refetch } = useCall(operatorSettingCalls, '/operator/calendar/effect', wanted);
  const save = useAction(operatorSettingCalls, '/operator/calendar/save', {
    refreshes: ['/operator/calendar/days', '/operator/setting/changes'],
    quiet: true,
    background: false,
  });
  return (
    <ActDialog
      opened
      title={undone === undefined ? name : t('undo_of', { name })}
      act={t(undone === undefined ? 'save' : 'undo')}
      schema={SaveCalendar}
      texts={operatorSettingTexts}
      input={(typed) => ({ ...typed, ...wanted, was: [...was] })}
      why={{ name: 'reason', label: t('reason') }}
      onSend={async (input) => {
        await save.mutateAsync(input);
        showToast(t('calendar_saved'), 'good');
        onSaved?.();
      }}
      onClose={onClose}
    >
      {undone !== undefined && (
        <p>
          {t('undo_days')} <bdi className={classes.wraps}>{undone === '' ? t('none') : undone}</bdi>
        </p>
      )}
      {data ? (
        <Effect effect={data} />
      ) : error ? (
        <FailedRows title={t('effect')} error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonGroup>
          <SkeletonBar width="80%" />
          <SkeletonBar width="64%" />
        </SkeletonGroup>
      )}
    </ActDialog>
  );
}

function Effect({ effect: { terms, moves, pending } }: { effect: CalendarEffect }) {
  const t = useWords(settingWords);
  const format = useFormat();
  const { amount, members } = pending;
  return (
    <>
      {moves.length === 0 ? (
        <p>{t('effect_none')}</p>
      ) : (
        <>
          <ul className={classes.terms}>
            {terms.map(({ days, members: count }) => (
              <li key={days}>{t('effect_terms', { days, count })}</li>
            ))}
          </ul>
          <table className={classes.moves}>
            <caption>{t('effect_moves')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('paid_on')}</th>
                <th scope="col">T+</th>
                <th scope="col">{t('released_before')}</th>
                <th scope="col">{t('released_after')}</th>
              </tr>
            </thead>
            <tbody>
              {moves.slice(0, SHOWN).map(({ paidOn, days, before, after }) => (
                <tr key={`${paidOn} ${days}`}>
                  <td>{paidOn}</td>
                  <td>{days}</td>
                  <td>{before}</td>
                  <td>{after}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      {members > 0 && (
        <p className={classes.quiet}>{t('effect_pending', { amount: format.amount(amount), count: members })}</p>
      )}
    </>
  );
}
