/** What each part of a member's page gets. */
import type { MemberDetail } from '../../member-page-contract.ts';

export interface PartProps {
  member: MemberDetail;
}
