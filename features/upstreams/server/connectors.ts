/** The list of connectors. To add one, write its file and add a line here. */
import {
  type Account,
  type Connector,
  type ConnectorDeps,
  type NotificationRead,
  type PaymentCreated,
  type PaymentRef,
  type PaymentRequest,
  type PayoutRef,
  type PayoutRequest,
  type RawNotification,
  UpstreamError,
  type UpstreamPayment,
  type UpstreamPayout,
  type UpstreamReport,
  type UpstreamStatement,
} from './connector.ts';
import { type SettingField, settingFields } from '../setting-fields.ts';
import type { TimeRange } from '#foundation/core/time-zone.ts';
import { countinghouseConnector } from './countinghouse.ts';
import { epayConnector } from './epay.ts';
import { sandboxConnector } from './sandbox.ts';

export function connectors(deps: ConnectorDeps): RegisteredConnector[] {
  return [
    registered(sandboxConnector(deps)),
    registered(countinghouseConnector(deps)),
    registered(epayConnector(deps)),
  ];
}

/** A connector with the type of its settings erased. */
export interface RegisteredConnector {
  readonly name: string;
  /** Its settings as fields of a form. */
  readonly fields: readonly SettingField[];
  /** The fields whose values are wrong, and an empty name where they do not fit together; empty if all are right. */
  faultsOf(settings: unknown): string[];
  /** Returns undefined if the settings are invalid. */
  open(account: Account<unknown>): OpenUpstream | undefined;
}

/** A configured upstream, ready for requests. */
export interface OpenUpstream {
  readonly acknowledgement: string;
  check(): Promise<void>;
  /** Returns undefined if a payment cannot be created without a request. */
  preparePayment(request: PaymentRequest): PaymentCreated | undefined;
  createPayment(request: PaymentRequest): Promise<PaymentCreated>;
  queryPayment(ref: PaymentRef): Promise<UpstreamPayment>;
  readNotification(raw: RawNotification): Promise<NotificationRead>;
  createPayout(request: PayoutRequest): Promise<UpstreamPayout>;
  queryPayout(ref: PayoutRef): Promise<UpstreamPayout>;
  readonly maxNotificationBytes: number;
  readonly hasStatements: boolean;
  /** Returns undefined if the day is not known yet. */
  statement(range: TimeRange, reports: readonly UpstreamReport[]): Promise<UpstreamStatement | undefined>;
}

const MAX_NOTIFICATION_BYTES = 64 * 1_024;

function registered<Settings>(connector: Connector<Settings>): RegisteredConnector {
  return {
    name: connector.name,
    fields: settingFields(connector.settings),
    faultsOf(settings) {
      const issues = connector.settings.safeParse(settings).error?.issues ?? [];
      return [...new Set(issues.map(({ path: [name] }) => (typeof name === 'string' ? name : '')))];
    },
    open({ upstreamId, notifyUrl, settings }) {
      const parsed = connector.settings.safeParse(settings);
      if (!parsed.success) return undefined;
      const account: Account<Settings> = { upstreamId, notifyUrl, settings: parsed.data };
      const payouts = (): NonNullable<typeof connector.payouts> => {
        if (!connector.payouts) throw new UpstreamError('refused', 'payouts_not_served');
        return connector.payouts;
      };
      return {
        acknowledgement: connector.acknowledgement,
        check: () => connector.check(account),
        preparePayment: (request) => connector.preparePayment?.(request, account),
        createPayment: (request) => connector.createPayment(request, account),
        queryPayment: (ref) => connector.queryPayment(ref, account),
        readNotification: (raw) => connector.readNotification(account, raw),
        createPayout: async (request) => payouts().create(request, account),
        queryPayout: async (ref) => payouts().query(ref, account),
        maxNotificationBytes: connector.maxNotificationBytes ?? MAX_NOTIFICATION_BYTES,
        hasStatements: connector.statement !== undefined,
        statement: async (range, reports) => connector.statement?.(range, account, reports),
      };
    },
  };
}
