/** The frame of the pages before login: the form on one side, the product on the other, the languages below. */
import { type ReactNode, useSyncExternalStore } from 'react';
import { useConfig, usePlatformName } from '#features/platform/console/config.ts';
import { writeParams } from '#foundation/console/page/address.ts';
import { hashAddress } from '#foundation/console/page/hash-address.ts';
import { AwaitedMain, PendingOverlay } from '#foundation/console/overlay/PendingOverlay.tsx';
import { useLanguage, useWords } from '#foundation/console/page/words.tsx';
import { languageNames, languages } from '#foundation/core/words.ts';
import { userScreenWords } from '../../screen-words.ts';
import classes from './PublicPageFrame.module.css';

/** The address of the other page before login, keeping the wanted address. A prerendered page has no address yet. */
export function useSisterPageLink(path: string): string {
  const { params } = useSyncExternalStore(hashAddress.listen, hashAddress.get, () => NOWHERE);
  return `#${path}${writeParams(params)}`;
}
const NOWHERE = { params: {} };

export interface PublicPageFrameProps {
  title: ReactNode;
  hint?: ReactNode;
  children: ReactNode;
  below?: ReactNode;
  /** Shown above the languages. It can appear later than the rest: it fills free space and moves nothing. */
  foot?: ReactNode;
}

export function PublicPageFrame({ title, hint, children, below, foot }: PublicPageFrameProps) {
  const t = useWords(userScreenWords);
  const name = usePlatformName();
  const logo = useConfig()?.logo;
  return (
    <div className={classes.root}>
      <aside className={classes.side}>
        <Brand name={name} logo={logo} />
        <div className={classes.slogan}>
          <p className={classes.tagline}>{t('tagline')}</p>
          <p className={classes.more}>{t('tagline_more')}</p>
        </div>
        <Drawing />
      </aside>
      <div className={classes.page}>
        <header className={classes.smallBrand}>
          <Brand name={name} logo={logo} />
        </header>
        <AwaitedMain className={classes.main}>
          <h1 className={classes.title}>{title}</h1>
          {hint && <p className={classes.hint}>{hint}</p>}
          {children}
          {below && <div className={classes.below}>{below}</div>}
        </AwaitedMain>
        <div className={classes.foot}>
          {foot}
          <LanguageRow />
        </div>
        <PendingOverlay />
      </div>
    </div>
  );
}

function Brand({ name, logo }: { name: string; logo: string | null | undefined }) {
  return (
    <div className={classes.brand}>
      {logo ? (
        <img src={logo} alt="" width={32} height={32} />
      ) : (
        <svg width="32" height="32" viewBox="0 0 32 32" aria-hidden="true">
          <rect width="32" height="32" rx="7" fill="var(--mantine-primary-color-5)" />
          <path d="M9 24v-5M16 24V14M23 24V9" stroke="#fff" strokeWidth="4" strokeLinecap="round" />
        </svg>
      )}
      {name}
    </div>
  );
}

function LanguageRow() {
  const t = useWords(userScreenWords);
  const { language, choose } = useLanguage();
  return (
    <nav className={classes.languages} aria-label={t('language')}>
      {languages.map((each) => (
        <button key={each} type="button" lang={each} aria-pressed={each === language} onClick={() => choose(each)}>
          {languageNames[each]}
        </button>
      ))}
    </nav>
  );
}

/** Two sides of a ledger meeting in one balance. Decoration. */
function Drawing() {
  const bars = [34, 58, 44, 76, 62, 96, 84, 118, 104, 142, 130, 168];
  return (
    <svg className={classes.drawing} viewBox="0 0 480 220" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      {[44, 88, 132, 176].map((y) => (
        <path key={y} d={`M0 ${y}H480`} stroke="currentColor" strokeOpacity="0.1" />
      ))}
      {bars.map((height, index) => (
        <g key={height}>
          <rect
            x={index * 40 + 6}
            y={220 - height}
            width="13"
            height={height}
            rx="3"
            fill="var(--mantine-primary-color-5)"
            fillOpacity={0.3 + index * 0.055}
          />
          <rect
            x={index * 40 + 21}
            y={220 - height * 0.62}
            width="13"
            height={height * 0.62}
            rx="3"
            fill="currentColor"
            fillOpacity={0.1 + index * 0.015}
          />
        </g>
      ))}
    </svg>
  );
}
