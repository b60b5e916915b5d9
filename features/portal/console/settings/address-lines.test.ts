import { expect, test } from 'vitest';
import { addressesOf, addressFaults, addressLines, hostFaults, hostsOf } from './address-lines.ts';

test('addresses with notes are the same after they were shown and read again', () => {
  const addresses = [
    { cidr: '203.0.113.0/24', note: 'office, 2nd floor' },
    { cidr: '2001:db8::1', note: '' },
  ];
  expect(addressesOf(addressLines(addresses))).toEqual(addresses);
  expect(addressesOf(`\n  203.0.113.7\t # new server \r\n\n`)).toEqual([{ cidr: '203.0.113.7', note: 'new server' }]);
  expect(addressesOf('')).toEqual([]);
});

test('the first wrong line is named by its number', () => {
  const faultOf = (faults: ReturnType<typeof addressFaults>) =>
    faults.map(({ path, message, params }) => [path, message, params]);
  expect(faultOf(addressFaults('requestIps', '203.0.113.7 a\n\nshop.example\n10.0.0'))).toEqual([
    [['requestIps'], 'address_line', { line: 3 }],
  ]);
  expect(
    addressFaults('requestIps', '203.0.113.7\n0.0.0.0/0 refused by the server, which knows the sign types'),
  ).toEqual([]);
  expect(faultOf(hostFaults('notifyHosts', 'shop.example:8443\nhttps://shop.example'))).toEqual([
    [['notifyHosts'], 'host_line', { line: 2 }],
  ]);
  expect(hostsOf(' shop.example \n\n[2001:db8::1]:443')).toEqual(['shop.example', '[2001:db8::1]:443']);
});
