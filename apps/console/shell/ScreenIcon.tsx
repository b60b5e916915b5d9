/** The icon of each screen, by its name, and of each group of the menu, by its key. */
import {
  IconAdjustmentsHorizontal,
  IconArrowUpRight,
  IconBell,
  IconChartBar,
  IconCirclePlus,
  IconCode,
  IconCreditCard,
  IconDeviceMobile,
  IconDownload,
  IconFileInvoice,
  IconHistory,
  IconHome,
  IconId,
  IconListDetails,
  IconLock,
  IconPassword,
  IconPercentage,
  IconPoint,
  IconReceipt,
  IconRoute,
  IconSend,
  IconSettings,
  IconShieldLock,
  IconTableImport,
  IconTablePlus,
  IconTransactionDollar,
  IconUserCircle,
  IconUserPlus,
  IconUsers,
  IconUsersGroup,
  IconWallet,
  IconListCheck,
} from '@tabler/icons-react';
import type { IconProps } from '#foundation/console/display/icons.tsx';
import { useCell } from '#foundation/console/wire/signal.ts';
import { ownIcons } from './own-icons.ts';

const icons = {
  Dashboard: IconHome,
  OrderList: IconReceipt,
  balance: IconWallet,
  UserMoneyLog: IconListDetails,
  UserRecharge: IconCirclePlus,
  RepayApply: IconArrowUpRight,
  Reconciliation: IconFileInvoice,
  payouts: IconSend,
  Repay: IconListCheck,
  BatchApplyRepay: IconTableImport,
  BatchApplyRepayManual: IconTablePlus,
  RepayBankCard: IconCreditCard,
  ChannelList: IconRoute,
  Api: IconCode,
  agent: IconUsersGroup,
  agentDetail: IconChartBar,
  AddUser: IconUserPlus,
  UserList: IconUsers,
  AgentOrderList: IconTransactionDollar,
  AgentCommission: IconPercentage,
  account: IconSettings,
  UserProfile: IconUserCircle,
  UserAuth: IconId,
  UserPassword: IconLock,
  UserPayPassword: IconPassword,
  UserBindGoogle: IconShieldLock,
  UserBindPhone: IconDeviceMobile,
  UserLogs: IconHistory,
  UserDownloads: IconDownload,
  appearance: IconAdjustmentsHorizontal,
  Notices: IconBell,
};

export function ScreenIcon({ name, size = 18 }: IconProps & { name: string }) {
  const own = useCell(ownIcons);
  const Icon = icons[name as keyof typeof icons] ?? own[name] ?? IconPoint;
  return <Icon size={size} stroke={1.8} aria-hidden="true" focusable="false" />;
}
