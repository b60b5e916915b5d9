/** Lists as people edit them: one address or host per line, an address with a note after a space. */
import { isAddressEntry, isNotifyHost, isTooWide } from '#features/merchant-keys/rules.ts';
import { fieldFault, type FieldFault } from '#foundation/console/form/field-fault.ts';
import { typedNumber } from '#foundation/core/typed-text.ts';

export interface NotedAddress {
  cidr: string;
  note: string;
}

export function addressLines(addresses: readonly NotedAddress[]): string {
  return addresses.map(({ cidr, note }) => `${cidr} ${note}`.trimEnd()).join('\n');
}

/** The addresses of the lines; empty lines count for nothing. */
export function addressesOf(text: string): NotedAddress[] {
  return filledLines(text).map(({ line }) => {
    const [, cidr = '', note = ''] = /^(\S*)\s*(.*)$/su.exec(line) ?? [];
    return { cidr, note: note.replace(/^#\s*/, '') };
  });
}

export function hostsOf(text: string): string[] {
  return filledLines(text).map(({ line }) => line);
}

/** The first line of an address field that can't be read. */
export function addressFaults(field: string, text: string): FieldFault[] {
  const wrong = filledLines(text).find(({ line }) => {
    const cidr = typedNumber(/^\S*/u.exec(line)?.[0] ?? '');
    return !isAddressEntry(cidr) && !isTooWide(cidr);
  });
  return wrong ? [fieldFault(field, 'address_line', { line: wrong.number })] : [];
}

export function hostFaults(field: string, text: string): FieldFault[] {
  const wrong = filledLines(text).find(({ line }) => !isNotifyHost(typedNumber(line)));
  return wrong ? [fieldFault(field, 'host_line', { line: wrong.number })] : [];
}

function filledLines(text: string): { line: string; number: number }[] {
  return text
    .split('\n')
    .map((line, at) => ({ line: line.trim(), number: at + 1 }))
    .filter(({ line }) => line !== '');
}
