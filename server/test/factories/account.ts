import { accountApi } from '@zhuiyuan/contract/account/account';
import { accountHeader, roleHeader, RoleKind, toRoleKey } from '@zhuiyuan/contract/account/role-kind';
import type { DataOf, Endpoint, QueryOf } from '@zhuiyuan/contract/kit/endpoint';
import { agentApi } from '@zhuiyuan/contract/parties/agent/agent';
import { inspectorApi } from '@zhuiyuan/contract/parties/inspector/inspector';
import { salesmanApi } from '@zhuiyuan/contract/parties/salesman/salesman';
import { shopApi } from '@zhuiyuan/contract/parties/shop/shop';
import { offerBindCode } from '../../src/account/binding.ts';
import type { Db } from '../../src/kit/db/database.ts';
import type { Envelope, TestApp } from '../app.ts';
import { elsewhere } from './access.ts';
import { makeTeller } from './fund.ts';

/** Somebody on the phone who is bound as a party. */
export interface Person {
  token: string;
  headers: Record<string, string>;
  call<E extends Endpoint>(
    endpoint: E,
    input?: QueryOf<E>,
    headers?: Record<string, string>,
  ): Promise<Envelope<DataOf<E>>>;
  /** The envelope's data; throws unless the code is 200. */
  data<E extends Endpoint>(endpoint: E, input?: QueryOf<E>): Promise<DataOf<E>>;
}

const qrcodes: Record<RoleKind, Endpoint> = {
  [RoleKind.agent]: agentApi.bindQrcode,
  [RoleKind.shop]: shopApi.bindQrcode,
  [RoleKind.salesman]: salesmanApi.bindQrcode,
  [RoleKind.inspector]: inspectorApi.bindQrcode,
};

/** Makes the QR code of a party as one of the firm's staff does, in one transaction with his call in the log. */
const offerAsStaff = async (app: TestApp, of: { firmId: number; kind: RoleKind; id: number }): Promise<string> => {
  const operatorId = await makeTeller(app, of.firmId);
  return app.db.transaction().execute(async (transaction) => {
    const where = transaction as Db;
    const { bindToken } = await offerBindCode(where, app.config, { ...of, operatorId });
    const { title, method } = qrcodes[of.kind];
    const call = { firmId: of.firmId, adminId: operatorId, title, requestMethod: method, operUrl: '/' };
    await where
      .insertInto('auditLog')
      .values({ ...call, operParam: JSON.stringify({ id: of.id }) })
      .execute();
    return bindToken;
  });
};

/** Binds an account, a new one unless `token` is given, to a party as its QR code does. */
export const bindPerson = async (
  app: TestApp,
  { firmId, kind, id, token = '' }: { firmId: number; kind: RoleKind; id: number; token?: string },
): Promise<Person> => {
  const bindToken = await offerAsStaff(app, { firmId, kind, id });
  const sent = token ? { [accountHeader]: token } : undefined;
  const bound = await app.call('', accountApi.bind, { bindToken }, { ...elsewhere(), ...sent });
  if (bound.code !== 200) throw new Error(`binding answered ${bound.code} ${bound.message}`);
  const headers = { [accountHeader]: bound.data.token, [roleHeader]: toRoleKey({ kind, id }) };
  const call: Person['call'] = (endpoint, input, further) =>
    app.call('', endpoint, input, { ...elsewhere(), ...headers, ...further });
  return {
    token: bound.data.token,
    headers,
    call,
    async data(endpoint, input) {
      const answer = await call(endpoint, input);
      if (answer.code !== 200) throw new Error(`${endpoint.path} answered ${answer.code} ${answer.message}`);
      return answer.data;
    },
  };
};
