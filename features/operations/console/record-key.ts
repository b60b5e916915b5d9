/** A row's key in the address, where rows of all members are listed: its member's number and its own. */
export interface RecordKey {
  memberNo: string;
  orderNo: string;
}

export function keyOf({ memberNo, orderNo }: RecordKey): string {
  return `${memberNo}-${orderNo}`;
}

export function readKey(key: string): RecordKey | undefined {
  const [, memberNo, orderNo] = /^(\d{8})-(\d{19})$/.exec(key) ?? [];
  return memberNo === undefined || orderNo === undefined ? undefined : { memberNo, orderNo };
}
