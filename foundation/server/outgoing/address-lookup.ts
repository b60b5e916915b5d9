/** Resolves names to addresses. It does not judge whether an answer can be connected to; outgoing-address.ts does. */
import { lookup, Resolver } from 'node:dns/promises';

/** Returns every address a name has now. Throws or returns none when it has none. */
export type AddressLookup = (hostname: string) => Promise<readonly string[]>;

/**
 * Asks name servers (by default those of the machine) and nothing else. The C library's resolver would hold one of the
 * process's few worker threads until a dead name server times out, and would answer from the hosts file.
 */
export function nameServerLookup(servers?: readonly string[]): AddressLookup {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  if (servers) resolver.setServers(servers);
  return async (hostname) => {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  };
}

/** Resolves a name as the machine does: hosts file, container names, search domains. */
export const machineLookup: AddressLookup = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address);
