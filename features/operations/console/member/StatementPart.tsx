/** A member's statement, as the member sees it. Its files are the member's own. */
import { useMemo } from 'react';
import { StatementOwner } from '#features/statements/console/owner.ts';
import { StatementPages } from '#features/statements/console/Statement.tsx';
import { operatorEntryLink } from './entry-link.ts';
import type { PartProps } from './part-props.ts';

const paths = {
  list: '/operator/member/statement',
  day: '/operator/member/statementDay',
  entries: '/operator/member/statementEntries',
} as const;

export function StatementPart({ member: { memberNo } }: PartProps) {
  const owner = useMemo(
    (): StatementOwner => ({
      path: '/operator/member',
      place: { number: memberNo, part: 'statement' },
      paths,
      input: { memberNo },
      exports: false,
      linkOf: operatorEntryLink,
    }),
    [memberNo],
  );
  return (
    <StatementOwner value={owner}>
      <StatementPages />
    </StatementOwner>
  );
}
