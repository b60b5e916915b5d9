/** A list's filter for one member of the tree. An agent stands for its whole tree. */
import { FilterButton } from '#foundation/console/list/FilterButton.tsx';
import type { FilterProps } from '#foundation/console/list/filters.tsx';
import { Popup } from '#foundation/console/overlay/Popup.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { agentWords } from '../screen-words.ts';
import { treeCalls } from './calls.ts';
import { MemberSearch } from './MemberSearch.tsx';

const NAME_FRESH_MS = 5 * 60_000;

export function MemberFilter({ value, onChange }: Pick<FilterProps<string>, 'value' | 'onChange'>) {
  const t = useWords(agentWords);
  const name = useMemberName(value);
  return (
    <Popup
      width="min(340px, calc(100vw - 32px))"
      renderButton={(button) => (
        <FilterButton
          label={t('member')}
          text={value === undefined ? undefined : (name ?? value)}
          button={button}
          onClear={() => onChange(undefined)}
        />
      )}
    >
      {(close) => (
        <MemberSearch
          label={t('member')}
          chosen={value}
          onChoose={({ memberNo }) => {
            close();
            onChange(memberNo);
          }}
        />
      )}
    </Popup>
  );
}

/** The member's name; undefined until it is known. */
function useMemberName(memberNo: string | undefined): string | undefined {
  const found = useCall(
    treeCalls,
    '/agent/userlist',
    { q: memberNo ?? '', limit: 10 },
    { enabled: memberNo !== undefined, quiet: true, keepPrevious: false, staleMs: NAME_FRESH_MS },
  );
  return found.data?.list.find((member) => member.memberNo === memberNo)?.name;
}
