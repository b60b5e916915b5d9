/** Exchanges with upstreams, as operators' calls answer them. */
import type { UpstreamVerbs } from '#features/upstreams/server/verbs.ts';
import { type Exchange, withoutSecrets } from '../exchange.ts';

type Stored = Awaited<ReturnType<UpstreamVerbs['exchangesOf']>>[number];

export function exchangeOf({ at, direction, operation, request, reply, ok, error, durationMs }: Stored): Exchange {
  return {
    at: at.toISOString(),
    direction,
    operation,
    request: withoutSecrets(request),
    reply: reply && withoutSecrets(reply),
    ok,
    error,
    duration: durationMs,
  };
}
