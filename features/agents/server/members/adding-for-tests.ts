/** The calls by which an agent adds members and notes something about them, as a contract of their own. Only tests import this. */
import { channelVerbs } from '#features/channels/server/verbs.ts';
import type { PeopleApp } from '#features/accounts/server/people-for-tests.ts';
import { handlers, type ServedContract } from '#foundation/server/http/handlers.ts';
import { treeCalls } from '../../tree-contract.ts';
import { memberHandlers } from './calls.ts';

export function addingHandlers(built: PeopleApp): ServedContract {
  const { texts, calls } = treeCalls;
  const ours = { '/agent/adduser': calls['/agent/adduser'], '/agent/changebio': calls['/agent/changebio'] };
  const deps = { ...built, channels: channelVerbs(built), memberAdded: async () => undefined };
  return handlers({ texts, calls: ours }, memberHandlers(deps));
}
