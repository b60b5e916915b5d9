/** The figures of a period or a day as a flow: opening balance, what came in, what went out, closing balance. */
import { useFormat } from '#foundation/console/display/format.tsx';
import { SkeletonBar } from '#foundation/console/display/layout.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import type { StatementFigures } from '../contract.ts';
import { statementWords } from '../screen-words.ts';
import { FigureLink } from './FigureLink.tsx';
import { type FigureName, valueOf } from './figures.ts';
import classes from './Statement.module.css';

const steps = [
  { name: 'in', sign: '+', figures: ['collections', 'recharges', 'refunds', 'refundFees'] },
  {
    name: 'out',
    sign: '−',
    figures: ['collectionFees', 'rechargeFees', 'withdrawals', 'payouts', 'disbursementFees'],
  },
  { name: 'other', sign: '±', figures: ['commission', 'adjustments', 'reversals'] },
] as const satisfies readonly { name: string; sign: string; figures: readonly FigureName[] }[];

export interface FlowProps {
  /** Undefined while it is loading. */
  figures: StatementFigures | undefined;
  /** The part of the address that names the period or the day. */
  place: Readonly<Record<string, string>>;
}

export function Flow({ figures, place }: FlowProps) {
  const t = useWords(statementWords);
  return (
    <ol className={classes.flow} aria-label={t('flow')} aria-busy={figures === undefined || undefined}>
      <End name="opening" figures={figures} place={place} />
      {steps.map((step) => (
        <li key={step.name} className={classes.step}>
          <h3 className={classes.stepName}>
            <span className={classes.sign} aria-hidden="true">
              {step.sign}
            </span>
            {t(step.name)}
          </h3>
          <dl className={classes.figures}>
            {step.figures.map((name) => (
              <Figure key={name} name={name} figures={figures} place={place} />
            ))}
          </dl>
        </li>
      ))}
      <End name="closing" figures={figures} place={place} />
    </ol>
  );
}

function End({ name, figures, place }: FlowProps & { name: 'opening' | 'closing' }) {
  const t = useWords(statementWords);
  return (
    <li className={classes.step} data-end>
      <h3 className={classes.stepName}>
        {name === 'closing' && (
          <span className={classes.sign} aria-hidden="true">
            =
          </span>
        )}
        {t(name)}
      </h3>
      <p className={classes.balance}>
        {figures ? (
          <FigureLink place={place} figure={name} value={figures[name]} />
        ) : (
          <SkeletonBar width={130} height={18} />
        )}
      </p>
    </li>
  );
}

function Figure({ name, figures, place }: FlowProps & { name: FigureName }) {
  const t = useWords(statementWords);
  const format = useFormat();
  if (!figures)
    return (
      <div>
        <dt>{t(name)}</dt>
        <dd>
          <SkeletonBar width={80} height={10} />
        </dd>
      </div>
    );
  const { value, count, signed } = valueOf(figures, name);
  return (
    <div>
      <dt>
        {t(name)}
        {count !== undefined && count > 0 && <span className={classes.count}>{format.number(count)}</span>}
      </dt>
      <dd>
        <FigureLink place={place} figure={name} value={value} signed={signed} />
      </dd>
    </div>
  );
}
