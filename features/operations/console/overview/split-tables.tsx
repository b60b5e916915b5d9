/** The period's figures by channel, by member and by upstream. */
import type { ReactNode } from 'react';
import { Amount, type Format, useFormat } from '#foundation/console/display/format.tsx';
import { Panel, SkeletonBar, SkeletonGroup } from '#foundation/console/display/layout.tsx';
import { ownPaths } from '#foundation/console/page/own-paths.ts';
import { ScreenLink } from '#foundation/console/page/ScreenLink.tsx';
import { type Translate, useWords } from '#foundation/console/page/words.tsx';
import { useCell } from '#foundation/console/wire/signal.ts';
import type { OperatorOverview } from '../../overview-contract.ts';
import { overviewWords } from '../../overview-words.ts';
import { AmountOrNone } from './AmountOrNone.tsx';
import classes from './Overview.module.css';

interface SplitProps {
  /** Undefined while loading. */
  overview: OperatorOverview | undefined;
}

export function ChannelTable({ overview }: SplitProps) {
  const t = useWords(overviewWords);
  const format = useFormat();
  return (
    <Split
      title={t('by_channel')}
      columns={[t('channel'), t('amount'), t('orders'), t('success_rate'), ...earnedNames(t)]}
    >
      {overview?.channels.map(({ code, name, amount, orders, successRate, ...earned }) => (
        <tr key={code}>
          <th scope="row" className={classes.name}>
            {name || code}
          </th>
          <td>
            <Amount value={amount} />
          </td>
          <td>{format.number(orders)}</td>
          <td>{format.percent(successRate)}</td>
          <Earned {...earned} />
        </tr>
      ))}
    </Split>
  );
}

const MEMBERS = '/operator/members';

export function MemberTable({ overview }: SplitProps) {
  const t = useWords(overviewWords);
  const format = useFormat();
  const hasMembers = useCell(ownPaths).has(MEMBERS);
  return (
    <Split
      title={t('by_member')}
      hint={t('by_member_hint')}
      columns={[t('member'), t('amount'), t('orders'), ...earnedNames(t)]}
    >
      {overview?.members.map(({ memberNo, name, amount, orders, ...earned }) => (
        <tr key={memberNo}>
          <th scope="row" className={classes.name}>
            <bdi>{name}</bdi>{' '}
            {hasMembers ? (
              <ScreenLink to="/operator/member" search={{ number: memberNo }} className={classes.number}>
                {memberNo}
              </ScreenLink>
            ) : (
              <span className={classes.number}>{memberNo}</span>
            )}
          </th>
          <td>
            <Amount value={amount} />
          </td>
          <td>{format.number(orders)}</td>
          <Earned {...earned} />
        </tr>
      ))}
    </Split>
  );
}

const earnedNames = (t: Translate<typeof overviewWords>): string[] => [
  t('fees'),
  t('commission'),
  t('cost'),
  t('margin'),
];

type EarnedProps = Pick<OperatorOverview['figures'], 'fees' | 'commission' | 'cost' | 'margin'>;

function Earned({ fees, commission, cost, margin }: EarnedProps) {
  return (
    <>
      <td>
        <Amount value={fees} />
      </td>
      <td>
        <AmountOrNone value={commission} />
      </td>
      <td>
        <AmountOrNone value={cost} />
      </td>
      <td>
        <AmountOrNone value={margin} />
      </td>
    </>
  );
}

export function UpstreamTable({ overview }: SplitProps) {
  const t = useWords(overviewWords);
  const format = useFormat();
  const isUnknown = overview?.paidByUpstream === null;
  return (
    <Split
      title={t('by_upstream')}
      hint={isUnknown ? t('not_costed') : undefined}
      columns={[t('upstream'), t('amount'), t('orders'), ...earnedNames(t)]}
    >
      {overview &&
        (overview.paidByUpstream ?? []).flatMap(({ id, name, channels, ...all }) => [
          <tr key={id}>
            <th scope="row" className={classes.name}>
              <bdi>{name}</bdi>
            </th>
            <Taken {...all} format={format} />
          </tr>,
          ...channels.map(({ code, name: channel, ...part }) => (
            <tr key={`${id} ${code}`} className={classes.part}>
              <th scope="row" className={classes.name}>
                <bdi>{channel || code}</bdi>
              </th>
              <Taken {...part} format={format} />
            </tr>
          )),
        ])}
    </Split>
  );
}

type TakenProps = EarnedProps & { amount: string; orders: number; format: Format };

function Taken({ amount, orders, format, ...earned }: TakenProps) {
  return (
    <>
      <td>
        <Amount value={amount} />
      </td>
      <td>{format.number(orders)}</td>
      <Earned {...earned} />
    </>
  );
}

export function ClearingTable({ overview }: SplitProps) {
  const t = useWords(overviewWords);
  const format = useFormat();
  const until = overview?.upstreamsUntil;
  const untilText =
    until === null ? t('upstreams_none_closed') : until && t('upstreams_until', { day: format.day(until) });
  return (
    <Split title={t('clearing')} hint={untilText} columns={[t('upstream'), t('taken_in'), t('sent_out')]}>
      {overview?.upstreams.map(({ id, name, takenIn, paidOut }) => (
        <tr key={id}>
          <th scope="row" className={classes.name}>
            <bdi>{name}</bdi>
          </th>
          <td>
            <Amount value={takenIn} />
          </td>
          <td>
            <Amount value={paidOut} />
          </td>
        </tr>
      ))}
    </Split>
  );
}

interface TableProps {
  title: string;
  hint?: string | undefined;
  columns: readonly string[];
  /** Rows; undefined while loading. */
  children: readonly ReactNode[] | undefined;
}

function Split({ title, hint, columns, children: rows }: TableProps) {
  const t = useWords(overviewWords);
  return (
    <Panel title={title}>
      {hint !== undefined && <p className={classes.panelHint}>{hint}</p>}
      {rows === undefined ? (
        <SkeletonGroup>
          <SkeletonBar width="90%" />
          <SkeletonBar width="70%" />
          <SkeletonBar width="80%" />
        </SkeletonGroup>
      ) : rows.length === 0 ? (
        <p className={classes.none}>{t('none')}</p>
      ) : (
        <div className={classes.wide} tabIndex={0} role="region" aria-label={title}>
          <table className={classes.table}>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>{rows}</tbody>
          </table>
        </div>
      )}
    </Panel>
  );
}
