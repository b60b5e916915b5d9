/** Who runs the platform: people, roles, invitations, and what waits for a second owner. */
import { useRight } from '#features/accounts/console/use-right.ts';
import { ChoiceTabs } from '#foundation/console/display/ChoiceTabs.tsx';
import { PageHeader } from '#foundation/console/display/layout.tsx';
import { usePageAddress } from '#foundation/console/page/page-address.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { staffWords } from '../screen-words.ts';
import { staffCalls } from './calls.ts';
import { InvitationsTab } from './InvitationsTab.tsx';
import { InviteButton } from './InviteButton.tsx';
import { PeopleTab } from './PeopleTab.tsx';
import { ProposalsTab } from './ProposalsTab.tsx';
import { RolesTab } from './RolesTab.tsx';
import classes from './Staff.module.css';

const parts = { people: PeopleTab, roles: RolesTab, invitations: InvitationsTab, proposals: ProposalsTab } as const;
type Part = keyof typeof parts;
const partNames = Object.keys(parts) as Part[];

function StaffScreen() {
  const t = useWords(staffWords);
  const configures = useRight('staff.configure');
  const { params, change } = usePageAddress();
  const part = partNames.find((name) => name === params['part']) ?? 'people';
  const waiting = useCall(staffCalls, '/operator/staff/proposals', { limit: 1 }, { deferred: true }).data?.extend.open;
  const Shown = parts[part];
  return (
    <>
      <PageHeader title={t('staff')} hint={t('hint')} actions={configures && <InviteButton />} />
      <div className={classes.tabs}>
        <ChoiceTabs
          label={t('parts')}
          value={part}
          options={partNames.map((value) => ({
            value,
            label: t(`part_${value}`),
            note: value === 'proposals' && waiting ? String(waiting) : undefined,
          }))}
          // Filters and pages belong to one part.
          onChange={(value) => change(() => (value === 'people' ? {} : { part: value }))}
        />
      </div>
      <Shown key={part} />
    </>
  );
}

export { StaffScreen as Screen };
