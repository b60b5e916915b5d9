/** The foot of the menu: the member number, as support asks for it, and help. */
import { useConfig } from '#features/platform/console/config.ts';
import { session } from '#features/accounts/console/session.ts';
import { CopyText } from '#foundation/console/display/CopyText.tsx';
import { icon } from '#foundation/console/display/icons.tsx';
import { PopupMenu } from '#foundation/console/overlay/Popup.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { useCell } from '#foundation/console/wire/signal.ts';
import { Keys } from './Keys.tsx';
import { navbarDialog } from './navbar-dialog.ts';
import { navbarWords } from './navbar-words.ts';
import classes from './Sidebar.module.css';
import { shellWords } from './words.ts';

const HelpIcon = icon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.6.3-1 .8-1 1.5v.2M12 16.8h.01" />
  </>,
);

export function MenuFoot({ wide }: { wide: boolean }) {
  const t = useWords(shellWords);
  const memberNo = useCell(session)?.person.memberNo ?? null;
  return (
    <div className={classes.foot}>
      {wide && memberNo !== null && (
        <div className={classes.member}>
          <span className={classes.memberLabel}>{t('member')}</span>
          <CopyText value={memberNo} />
        </div>
      )}
      <Help memberNo={wide ? null : memberNo} />
    </div>
  );
}

function Help({ memberNo }: { memberNo: string | null }) {
  const t = useWords(shellWords);
  const tools = useWords(navbarWords);
  const { docsUrl, supportUrl } = useConfig() ?? {};
  const groups = () => [
    [
      ...(supportUrl == null
        ? []
        : [{ key: 'support', label: t('support'), onClick: () => void window.open(supportUrl, '_blank', 'noopener') }]),
      ...(docsUrl === undefined
        ? []
        : [
            {
              key: 'reference',
              label: t('reference'),
              onClick: () => void window.open(docsUrl, '_blank', 'noopener'),
            },
          ]),
      {
        key: 'shortcuts',
        label: tools('shortcuts'),
        end: <Keys keys={['?']} />,
        onClick: () => navbarDialog.set('shortcuts'),
      },
    ],
  ];
  return (
    <PopupMenu
      width={240}
      position="bottom-start"
      groups={groups}
      {...(memberNo === null
        ? {}
        : { head: <div className={classes.helpHead}>{t('member_no', { number: memberNo })}</div> })}
      renderButton={(button) => (
        <button type="button" className={classes.help} aria-label={t('help')} title={t('help')} {...button}>
          <HelpIcon size={18} />
        </button>
      )}
    />
  );
}
