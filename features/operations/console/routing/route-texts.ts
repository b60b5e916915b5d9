/** Routes as lines of text, and as the values of a form. */
import type { FormValues } from '#foundation/console/form/form.tsx';
import type { ChannelRoutes, RoutingContent, RoutingState } from '../../routing-contract.ts';

/** Stands for the routes of payouts, where others have a channel's code. */
export const PAYOUTS = 'payouts';

export function partName({ channels }: RoutingState, code: string, payouts: string): string {
  return code === PAYOUTS ? payouts : channels.find((channel) => channel.code === code)?.name || code;
}

export function upstreamName({ upstreams }: Pick<RoutingState, 'upstreams'>, id: number): string {
  return upstreams.find((upstream) => upstream.id === id)?.name ?? `#${id}`;
}

/** The fields of one upstream's route in a form. */
export type RouteField = 'use' | 'position' | 'weight' | 'costPercent' | 'costFixed' | 'dailyLimit';

export function routeField(upstreamId: number, field: RouteField): string {
  return `route_${upstreamId}_${field}`;
}

type Route = ChannelRoutes['routes'][number];
type Payout = RoutingContent['payouts'][number];

/** `routes` of a channel, or of payouts, which have fewer fields. */
export function valuesOf(upstreamIds: readonly number[], routes: readonly (Payout & Partial<Route>)[]): FormValues {
  return Object.fromEntries(
    upstreamIds.flatMap((upstreamId, index) => {
      const route = routes.find((one) => one.upstreamId === upstreamId);
      const values: Record<RouteField, string> = {
        use: route ? (route.open ? 'open' : 'closed') : '',
        position: String(route?.position ?? index + 1),
        weight: String(route?.weight ?? 1),
        costPercent: route?.costPercent ?? '0',
        costFixed: route?.costFixed ?? '0',
        dailyLimit: route?.dailyLimit ?? '',
      };
      return Object.entries(values).map(([field, value]) => [routeField(upstreamId, field as RouteField), value]);
    }),
  );
}

/** The routes that the values make, in the order of the upstreams. */
export function routesIn(values: FormValues, upstreamIds: readonly number[]): Route[] {
  return upstreamIds.flatMap((upstreamId) => {
    const text = (field: RouteField): string => values[routeField(upstreamId, field)]?.trim() ?? '';
    if (text('use') === '') return [];
    return [
      {
        upstreamId,
        open: text('use') === 'open',
        position: Number(text('position')),
        weight: Number(text('weight')),
        costPercent: text('costPercent'),
        costFixed: text('costFixed') || '0',
        dailyLimit: text('dailyLimit') || null,
      },
    ];
  });
}

/** Errors of the call's fields, such as `routes.0.costPercent`, by the names of the form's fields. */
export function shownErrors(
  errors: Readonly<Record<string, string>>,
  sent: readonly { upstreamId: number }[],
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).map(([name, message]) => {
      const [, index, field] = /^(?:routes|payouts)\.(\d+)\.(\w+)$/.exec(name) ?? [];
      const route = index === undefined ? undefined : sent[Number(index)];
      return [route ? routeField(route.upstreamId, field as RouteField) : name, message];
    }),
  );
}

export function pinsText(members: ChannelRoutes['members']): string {
  return members.map(({ memberNo, upstreamId }) => `${memberNo}=${upstreamId}`).join('\n');
}

export function pinsIn(text: string): ChannelRoutes['members'] {
  return text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [memberNo = '', upstreamId = ''] = line.split('=').map((part) => part.trim());
      return { memberNo, upstreamId: Number(upstreamId) };
    });
}
