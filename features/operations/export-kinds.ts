/** The lists of this feature that can be exported to a file. */

export const operationExports = [
  'member',
  'memberRate',
  'allOrder',
  'allDisbursement',
  'approval',
  'receiver',
  'channel',
  'upstream',
  'announcement',
  'setting',
  'settingChange',
  'holiday',
  'routingVersion',
  'booksRun',
  'bankFile',
  'handPayment',
  'memberMoney',
  'memberNote',
  'memberHistory',
] as const;
