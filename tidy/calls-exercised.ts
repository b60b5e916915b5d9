/** Compares what the endpoints answered while the database tests ran with what the contracts declare. */
import type { Finding } from './tree.ts';

/** Routes that share their refusals. A call of the console is alone. */
export interface OfferedCalls {
  feature: string;
  routes: readonly string[];
  refusals: readonly string[];
}

/** Why no test can provoke some of the declared refusals: the reason, then `route refusal` of each. */
export type Exceptions = Readonly<Record<string, readonly string[]>>;

/**
 * Returns each call that was never answered with success, each declared refusal that was never the answer, and each
 * exception without need. `answers` has one line per answer: the route, then `success` or the refusal.
 */
export function unexercised(answers: string, offered: readonly OfferedCalls[], exceptions: Exceptions = {}): Finding[] {
  const given = new Set(answers.split('\n'));
  const excepted = new Set(Object.values(exceptions).flat());
  const declared = new Set(offered.flatMap(({ routes, refusals }) => linesOf(routes, refusals)));
  const findings = offered.flatMap(({ feature, routes, refusals }) => {
    const path = `features/${feature}`;
    const [first, ...others] = routes;
    const calls = others.length === 0 ? first : `${first} and ${others.length} more`;
    const unasked = routes.filter((route) => !given.has(`${route} success`));
    const unprovoked = refusals.filter(
      (refusal) => !linesOf(routes, [refusal]).some((line) => given.has(line) || excepted.has(line)),
    );
    return [
      ...unasked.map((route) => ({ path, text: `offers ${route}, which no test gets an answer from` })),
      ...unprovoked.map((refusal) => ({
        path,
        text: `lets ${calls} refuse with ${refusal}, which no test provokes`,
      })),
    ];
  });
  const needless = [...excepted].filter((line) => given.has(line) || !declared.has(line));
  return [...findings, ...needless.map((line) => ({ path: 'the exception', text: `"${line}" is not needed` }))];
}

function linesOf(routes: readonly string[], refusals: readonly string[]): string[] {
  return routes.flatMap((route) => refusals.map((refusal) => `${route} ${refusal}`));
}
