import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { machineLookup, nameServerLookup } from './address-lookup.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

const ipv4 = 1;
const ipv6 = 28;

describe('a lookup by name server', () => {
  it('returns every IPv4 and every IPv6 address of a name', async () => {
    const server = await nameServer({
      'both.example': { [ipv4]: ['5db8d822', '01010101'], [ipv6]: ['26064700470000000000000000001111'] },
    });
    expect([...(await nameServerLookup([server])('both.example'))].sort()).toEqual([
      '1.1.1.1',
      '2606:4700:4700::1111',
      '93.184.216.34',
    ]);
  });

  it('returns the only kind of address that a name has', async () => {
    const server = await nameServer({
      'four.example': { [ipv4]: ['5db8d822'] },
      'six.example': { [ipv6]: ['00000000000000000000000000000001'] },
    });
    expect(await nameServerLookup([server])('four.example')).toEqual(['93.184.216.34']);
    expect(await nameServerLookup([server])('six.example')).toEqual(['::1']);
  });

  it('returns nothing for an unknown name', async () => {
    const server = await nameServer({});
    expect(await nameServerLookup([server])('unknown.example')).toEqual([]);
  });
});

it('the machine knows its own name', async () => {
  expect(['127.0.0.1', '::1']).toContain((await machineLookup('localhost'))[0]);
});

/** A name server on loopback. Answers from `zone` (addresses as hex), and "no such name" to everything else. */
async function nameServer(
  zone: Readonly<Record<string, Readonly<Record<number, readonly string[]>>>>,
): Promise<string> {
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const { name, end } = questionName(query);
    const kind = query.readUInt16BE(end);
    const addresses = zone[name]?.[kind] ?? [];
    const header = Buffer.alloc(12);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(zone[name] ? 0x8180 : 0x8183, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(addresses.length, 6);
    const records = addresses.map((hex) => {
      const head = Buffer.from([0xc0, 12, 0, kind, 0, 1, 0, 0, 0, 60, 0, hex.length / 2]);
      return Buffer.concat([head, Buffer.from(hex, 'hex')]);
    });
    socket.send(Buffer.concat([header, query.subarray(12, end + 4), ...records]), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  cleanups.push(async () => socket.close());
  return `127.0.0.1:${socket.address().port}`;
}

function questionName(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}
