/**
 * A deliverer as a separate process, for tests that kill it. The arguments are the database and the receiver's
 * `host:port`.
 */
import { signCallback } from '@countinghouse/sdk/callbacks';
import { newNonce } from '@countinghouse/sdk/signing';
import { systemClock } from '#foundation/core/clock.ts';
import { openDatabase } from '#foundation/server/postgres/database.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { createOutgoing } from '#foundation/server/outgoing/outgoing.ts';
import { createDeliverer } from './deliverer.ts';

const [connectionString = '', receiver = ''] = process.argv.slice(2);

createDeliverer({
  db: openDatabase({ connectionString, log: silentLog, size: 2 }),
  clock: systemClock,
  log: silentLog,
  outgoing: createOutgoing({ allow: [receiver] }),
  waitsS: [15],
  signer: {
    signCallback: async (_, callback) =>
      signCallback({ ...callback, key: 'key-of-the-fixture-0123', timestamp: '1795165200', nonce: newNonce() }),
  },
  content: {
    payin: async (_, systemNos) =>
      new Map(
        systemNos.map((systemNo) => [systemNo, { url: `http://${receiver}/`, signType: 'HMAC-SHA256', fields: {} }]),
      ),
  },
}).start();
