/** The invitation: a QR code drawn in the browser, the link and the code to copy. */
import { LazyQrCode } from '#features/factors/console/LazyQrCode.tsx';
import { CopyText } from '#foundation/console/display/CopyText.tsx';
import { CheckIcon, CopyIcon } from '#foundation/console/display/icons.tsx';
import { PlainButton } from '#foundation/console/display/plain.tsx';
import { useCopy } from '#foundation/console/display/use-copy.ts';
import { kitWords } from '#foundation/console/page/kit-words.ts';
import { Panel, SkeletonBar, SkeletonGroup } from '#foundation/console/display/layout.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { overviewWords } from '../../overview-words.ts';
import type { AgentDetail } from '../../tree-contract.ts';
import classes from './AgentDetail.module.css';

export function Invitation({ detail }: { detail: AgentDetail | undefined }) {
  const t = useWords(overviewWords);
  return (
    <Panel title={t('invitation')}>
      {detail === undefined ? (
        <SkeletonGroup>
          <SkeletonBar width={160} height={160} />
          <SkeletonBar width="90%" />
        </SkeletonGroup>
      ) : (
        <div className={classes.invitation}>
          <p className={classes.quiet}>{t('invitation_hint')}</p>
          <LazyQrCode text={detail.inviteUrl} label={t('invite_qr')} />
          <div className={classes.invite}>
            <span className={classes.quiet}>{t('invite_link')}</span>
            <code className={classes.inviteLink}>{detail.inviteUrl}</code>
            <CopyLink url={detail.inviteUrl} />
          </div>
          <div className={classes.invite}>
            <span className={classes.quiet}>{t('invite_code')}</span>
            <CopyText value={detail.inviteCode} />
          </div>
        </div>
      )}
    </Panel>
  );
}

function CopyLink({ url }: { url: string }) {
  const t = useWords(overviewWords);
  const kit = useWords(kitWords);
  const { copied, copy } = useCopy(url, previousElement);
  return (
    <PlainButton icon={copied ? <CheckIcon size={14} /> : <CopyIcon size={14} />} onClick={copy}>
      {copied ? kit('copied') : t('copy_link')}
    </PlainButton>
  );
}

function previousElement(button: Element): Element | null {
  return button.previousElementSibling;
}
