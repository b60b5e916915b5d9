/** When paid money becomes available, as settlement.ts computes it. The same-day ratio applies only if `days` is 0. */
import { useFormat } from '#foundation/console/display/format.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { settlementWords } from '../settlement-words.ts';

export interface SettlementRuleProps {
  /** `sameDayRatio`: percent as text. */
  settlement: { mode: 'D' | 'T'; days: number; sameDayRatio: string };
}

export function SettlementRule({ settlement: { mode, days, sameDayRatio } }: SettlementRuleProps) {
  const t = useWords(settlementWords);
  const format = useFormat();
  if (days > 0) return t(mode === 'D' ? 'settles_days' : 'settles_working_days', { days });
  if (Number(sameDayRatio) >= 100) return t('settles_same_day');
  return Number(sameDayRatio) === 0
    ? t('settles_next_day')
    : t('settles_part', { percent: format.percent(sameDayRatio) });
}
