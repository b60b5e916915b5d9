/** A receipt on the page: not shown on the screen, and printed instead of everything else. */
import type { Receipt } from './receipt-page.ts';
import classes from './Receipt.module.css';

export function ReceiptSheet({ receipt }: { receipt: Receipt }) {
  const { issuer, owner, title, amount, state, groups, foot } = receipt;
  return (
    <article className={classes.sheet} data-print="receipt" lang={receipt.locale}>
      <header className={classes.head}>
        <strong>{issuer}</strong>
        <span>{owner}</span>
      </header>
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.amount}>{amount}</p>
      <p className={classes.state}>{state}</p>
      {groups.map((group) => (
        <dl key={group[0]?.label} className={classes.group}>
          {group.map(({ label, value, isNumber }) => (
            <div key={label} className={classes.row}>
              <dt>{label}</dt>
              <dd className={isNumber === true ? classes.number : undefined}>{value}</dd>
            </div>
          ))}
        </dl>
      ))}
      <footer className={classes.foot}>{foot}</footer>
    </article>
  );
}
