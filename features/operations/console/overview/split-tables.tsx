/** The period's figures by channel, by member and by upstream. */
import type { ReactNode } from 'react';
import { Amount, useFormat } from '#foundation/console/display/format.tsx';
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
  return (
    <Split title={t('by_channel')} columns={[t('channel'), ...figureNames(t)]}>
      {overview?.channels.map(({ code, name, ...figures }) => (
        <tr key={code}>
          <th scope="row" className={classes.name}>
            {name || code}
          </th>
          <FigureCells {...figures} />
        </tr>
      ))}
    </Split>
  );
}

const MEMBERS = '/operator/members';

export function MemberTable({ overview }: SplitProps) {
  const t = useWords(overviewWords);
  const hasMembers = useCell(ownPaths).has(MEMBERS);
  return (
    <Split title={t('by_member')} hint={t('by_member_hint')} columns={[t('member'), ...figureNames(t)]}>
      {overview?.members.map(({ memberNo, name, ...figures }) => (
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
          <FigureCells {...figures} />
        </tr>
      ))}
    </Split>
  );
}

const figureNames = (t: Translate<typeof overviewWords>): string[] => [
  t('amount'),
  t('orders'),
  t('paid'),
  t('success_rate'),
  t('fees'),
  t('commission'),
  t('cost'),
  t('margin'),
];

interface FiguresProps extends Pick<
  OperatorOverview['figures'],
  'fees' | 'commission' | 'cost' | 'margin' | 'successRate'
> {
  /** Of the orders paid. */
  amount: string;
  orders: number;
  /** Null until they are counted. */
  created: number | null;
}

function FigureCells({ amount, orders, created, successRate, fees, commission, cost, margin }: FiguresProps) {
  const format = useFormat();
  return (
    <>
      <td>
        <Amount value={amount} />
      </td>
      <td>{created === null ? '–' : format.number(created)}</td>
      <td>{format.number(orders)}</td>
      <td>{format.percent(successRate)}</td>
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
  const isUnknown = overview?.paidByUpstream === null;
  return (
    <Split
      title={t('by_upstream')}
      hint={isUnknown ? t('not_costed') : undefined}
      columns={[t('upstream'), ...figureNames(t)]}
    >
      {overview &&
        (overview.paidByUpstream ?? []).flatMap(({ id, name, channels, ...all }) => [
          <tr key={id}>
            <th scope="row" className={classes.name}>
              <bdi>{name}</bdi>
            </th>
            <FigureCells {...all} />
          </tr>,
          ...channels.map(({ code, name: channel, ...part }) => (
            <tr key={`${id} ${code}`} className={classes.part}>
              <th scope="row" className={classes.name}>
                <bdi>{channel || code}</bdi>
              </th>
              <FigureCells {...part} />
            </tr>
          )),
        ])}
    </Split>
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
