/** How a member's programs sign: methods, addresses, dates of keys. No key, and no part of one. */
import { Time } from '#foundation/console/display/format.tsx';
import { Fact, Facts, Panel } from '#foundation/console/display/layout.tsx';
import { StatusBadge, type Tone } from '#foundation/console/display/StatusBadge.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import type { MemberApi } from '../../member-page-contract.ts';
import { memberPageWords } from '../../member-page-words.ts';
import { memberPageCalls } from './calls.ts';
import classes from './Member.module.css';
import type { PartProps } from './part-props.ts';
import { PartCall } from './PartCall.tsx';

export function ApiPart({ member: { memberNo } }: PartProps) {
  const t = useWords(memberPageWords);
  const source = useCall(memberPageCalls, '/operator/member/api', { memberNo });
  if (!source.data) return <PartCall source={source} />;
  const { signTypes, requestIps, notifyHosts, hasPublicKey, keys } = source.data;
  return (
    <div className={classes.panels}>
      <Panel title={t('part_api')}>
        <Facts>
          <Fact label={t('sign_types')}>{signTypes.join(', ') || t('no_uplines')}</Fact>
          <Fact label={t('public_key')}>{t(hasPublicKey ? 'stored' : 'not_set')}</Fact>
          <Fact label={t('request_ips')}>
            <Lines lines={requestIps} none={t('anywhere')} />
          </Fact>
          <Fact label={t('notify_hosts')}>
            <Lines lines={notifyHosts} none={t('any_host')} />
          </Fact>
        </Facts>
      </Panel>
      <Panel title={t('keys')}>
        {keys.length === 0 ? (
          <p className={classes.quiet}>{t('no_keys')}</p>
        ) : (
          <div className={classes.stack}>
            {keys.map((key) => (
              <Key key={`${key.state} ${key.createdAt}`} row={key} />
            ))}
          </div>
        )}
      </Panel>
    </div>
  );
}

const tones: Readonly<Record<MemberApi['keys'][number]['state'], Tone>> = {
  active: 'good',
  overlap: 'warn',
  ended: 'idle',
};

function Key({ row }: { row: MemberApi['keys'][number] }) {
  const t = useWords(memberPageWords);
  return (
    <div>
      <StatusBadge tone={tones[row.state]}>{t(`signing_${row.state}`)}</StatusBadge>
      <Facts>
        <Fact label={t('key_created')}>
          <Time at={row.createdAt} />
        </Fact>
        {row.until !== null && (
          <Fact label={t('key_until')}>
            <Time at={row.until} />
          </Fact>
        )}
        <Fact label={t('key_used')}>
          {row.lastUsedAt === null ? t('never') : <Time at={row.lastUsedAt} />} {row.lastUsedIp}
        </Fact>
      </Facts>
    </div>
  );
}

export function Lines({ lines, none }: { lines: readonly string[]; none: string }) {
  if (lines.length === 0) return none;
  return (
    <ul className={classes.lines}>
      {lines.map((line) => (
        <li key={line} className={classes.wrap}>
          {line}
        </li>
      ))}
    </ul>
  );
}
