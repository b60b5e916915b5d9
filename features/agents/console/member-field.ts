/** A member number in the address. */
import type { AddressField } from '#foundation/console/list/address-fields.ts';

export const MEMBER_NO = /^\d{8}$/;

export function memberField(): AddressField<string> {
  return { read: (text) => (MEMBER_NO.test(text) ? text : undefined), write: (value) => value };
}
