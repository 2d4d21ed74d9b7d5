import { accountApi } from '@zhuiyuan/contract/account/account';
import { accountHeader, roleHeader, toRoleKey, type RoleKind } from '@zhuiyuan/contract/account/role-kind';
import type { DataOf, Endpoint, QueryOf } from '@zhuiyuan/contract/kit/endpoint';
import { offerBindCode } from '../../src/account/binding.ts';
import type { Envelope, TestApp } from '../app.ts';
import { elsewhere } from './access.ts';

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

/** Binds an account, a new one unless `token` is given, to a party as its QR code does. */
export const bindPerson = async (
  app: TestApp,
  { firmId, kind, id, token = '' }: { firmId: number; kind: RoleKind; id: number; token?: string },
): Promise<Person> => {
  const { bindToken } = await offerBindCode(app.db, app.config, { firmId, kind, id, operatorId: 0 });
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
