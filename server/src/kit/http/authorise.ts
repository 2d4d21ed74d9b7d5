import { Code, ownPasswordFirst } from '@zhuiyuan/contract/kit/codes';
import type { Endpoint } from '@zhuiyuan/contract/kit/endpoint';
import type { FastifyRequest } from 'fastify';
import { mayCall, type Operator } from '../operator.ts';
import { forbidden, refuse, Refusal } from '../refusal.ts';
import type { App } from './app-context.ts';
import { isLogged } from './audit.ts';
import { sentInput } from './sent-input.ts';
import { readToken } from './token.ts';

const signedOut = () => new Refusal(Code.signedOut, '无效的会话，或者登录已过期，请重新登录。');

/** Whether a refusal says that somebody may not, not that something is wrong: those to known accounts leave a trace. */
export const isDenial = ({ code }: Refusal): boolean => code === Code.signedOut || code === Code.forbidden;

/** A browser says which page a call comes from: what changes something is taken from our own pages alone. */
const isOfForeignPage = (endpoint: Endpoint, { headers }: FastifyRequest): boolean => {
  const from = headers['sec-fetch-site'];
  return from !== undefined && from !== 'same-origin' && isLogged(endpoint);
};

/**
 * Refuses who is nobody, 401, before his body is read: to read two megabytes of odd JSON takes half a second in which nobody else
 * is answered. Known accounts, signed in or no longer, are judged when it was read, since it belongs to their trace.
 */
export const refuseUnknown = async (app: App, endpoint: Endpoint, request: FastifyRequest): Promise<void> => {
  if (endpoint.may === 'open' || isOfForeignPage(endpoint, request)) return;
  const token = readToken(request);
  const { operator, ended } = token ? await app.sessions.find(token) : {};
  if (!operator && !ended) throw signedOut();
};

/** Who makes the call, by the token he sends; nobody where the call is open. Who may not is refused: 401, 403. */
export const authorise = async (app: App, endpoint: Endpoint, request: FastifyRequest): Promise<Operator | null> => {
  const isForeign = isOfForeignPage(endpoint, request);
  if (endpoint.may === 'open') {
    if (isForeign) throw forbidden();
    return null;
  }
  return requireOperator(app, endpoint, request, (operator) => !isForeign && mayCall(operator, endpoint), isForeign);
};

/** The operator of the token that a call brings, for whom `allows` holds. Refuses others, and leaves a trace of those known. */
export const requireOperator = async (
  app: App,
  endpoint: Endpoint,
  request: FastifyRequest,
  allows: (operator: Operator) => boolean = () => true,
  isForeign = false,
): Promise<Operator> => {
  const token = readToken(request);
  const { operator, ended } = token ? await app.sessions.find(token) : {};
  if (operator?.hasGivenPassword && !endpoint.leadsToOwnPassword) throw refuse(ownPasswordFirst);
  if (operator && allows(operator)) return operator;
  const refusal = operator || isForeign ? forbidden() : signedOut();
  const who = operator ?? ended;
  if (who) await app.refused.note({ who, endpoint, refusal, request, input: sentInput(request) });
  throw refusal;
};
