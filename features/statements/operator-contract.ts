/** A member's statement as operators read it: what the member's own calls answer. */
import { calls } from '#foundation/core/calls.ts';
import { MemberNo } from '#foundation/core/wire.ts';
import {
  StatementDate,
  StatementDay,
  StatementEntries,
  StatementEntryFilter,
  StatementFilter,
  StatementRows,
} from './contract.ts';
import { statementTexts } from './words.ts';

const whose = { memberNo: MemberNo };

export const operatorStatementCalls = calls(statementTexts, {
  '/operator/member/statement': {
    who: 'operators',
    right: 'members.view',
    secondStep: { none: 'reads' },
    summary: 'A member’s statement by day, month or year',
    input: StatementFilter.safeExtend(whose),
    output: StatementRows,
  },
  '/operator/member/statementDay': {
    who: 'operators',
    right: 'members.view',
    secondStep: { none: 'reads' },
    summary: 'One day of a member’s statement, by channel and by type, with its versions and its hash',
    input: StatementDate.safeExtend(whose),
    output: StatementDay,
  },
  '/operator/member/statementEntries': {
    who: 'operators',
    right: 'members.view',
    secondStep: { none: 'reads' },
    summary: 'The entries behind a figure of a member’s statement',
    input: StatementEntryFilter.safeExtend(whose),
    output: StatementEntries,
  },
});
