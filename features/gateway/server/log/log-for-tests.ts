/** Reads the gateway log as its owner does, through the console's calls. Only tests import this. */
import { serveContracts } from '#foundation/server/http/console-api.ts';
import { createHttpServer } from '#foundation/server/http/http.ts';
import { Visitor } from '#foundation/server/http/visitor-for-tests.ts';
import type { Session } from '#foundation/core/session.ts';
import type { Language } from '#foundation/core/words.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import type { LogFilter, LoggedRequest, LogRow, LogSums } from '../../log-contract.ts';
import type { GatewayApp } from '../gateway-for-tests.ts';
import { type LogCallDeps, logHandlers } from './calls.ts';

export interface LogPage {
  list: LogRow[];
  total: number;
  extend: LogSums;
}

export type LogReader = Awaited<ReturnType<typeof logReader>>;

export async function logReader(app: Pick<GatewayApp, 'clock' | 'gateway'> & LogCallDeps) {
  const server = await createHttpServer({ log: silentLog, trustedProxies: [], secure: false });
  const sessionOf = (no: bigint): Session => ({
    sessionId: `s${no}`,
    userId: no,
    username: 'u',
    role: 'member',
    memberNo: no,
  });
  serveContracts(server, {
    contracts: [logHandlers(app)],
    clock: app.clock,
    log: silentLog,
    secure: false,
    authenticate: async (token) => sessionOf(BigInt(token)),
  });
  const visitor = (memberNo: bigint, language: Language = 'en'): Visitor => {
    const one = new Visitor(server, { language });
    one.token = memberNo.toString();
    return one;
  };
  const listed = async (memberNo: bigint, filter: LogFilter = {}): Promise<LogPage> => {
    await app.gateway.settled();
    const answer = await visitor(memberNo).post<LogPage>('/apisettings/gatewayLog', filter);
    if (!answer.data) throw new Error(JSON.stringify(answer));
    return answer.data;
  };
  return {
    visitor,
    listed,
    /** The newest request of the list. */
    async newest(memberNo: bigint, language: Language = 'en'): Promise<LoggedRequest> {
      const { list } = await listed(memberNo);
      const requestId = list[0]?.requestId;
      const answer = await visitor(memberNo, language).post<LoggedRequest>('/apisettings/gatewayRequest', {
        requestId,
      });
      if (!answer.data) throw new Error(JSON.stringify(answer));
      return answer.data;
    },
  };
}
