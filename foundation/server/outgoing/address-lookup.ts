/**
 * Names to addresses. It only asks; whether an answer may be connected to is judged by outgoing-address.ts.
 */
import { lookup, Resolver } from 'node:dns/promises';

/** Every address a name has now; throws or answers none when it has none. */
export type AddressLookup = (hostname: string) => Promise<readonly string[]>;

/**
 * Asks name servers (by default those of the machine) and nothing else: the C library's resolver would hold one of the
 * process's few worker threads for as long as a dead name server likes, and would answer from the hosts file.
 */
export function nameServerLookup(servers?: readonly string[]): AddressLookup {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  if (servers) resolver.setServers(servers);
  return async (hostname) => {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  };
}

/** As the machine itself sees a name: hosts file, container names, search domains. */
export const machineLookup: AddressLookup = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address);
