import { Code } from '@zhuiyuan/contract/kit/codes';
import type { Endpoint } from '@zhuiyuan/contract/kit/endpoint';
import { flawText, mostValues } from '@zhuiyuan/contract/kit/storable';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../refusal.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Values that a JSON body may hold, all levels together. */
    mostValues?: number;
  }
}

/** What a page of shoppers, or whoever signs in, sends at most. */
const mostOfStrangers = 10_000;

/** How much a call may be sent: of strangers little, because each value costs a hundred times its bytes to read. */
export const bodyLimits = ({ may }: Pick<Endpoint, 'may'>): { mostValues: number } => ({
  mostValues: may === 'open' ? mostOfStrangers : mostValues,
});

/** Whether a text has more signs that begin a value than it may have; it is gone through no further. */
const hasMore = (text: string, most: number): boolean => {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    // , [ {
    if ((sign === 0x2c || sign === 0x5b || sign === 0x7b) && (count += 1) > most) return true;
  }
  return false;
};

/** Reads JSON bodies, after it looked how many values they could hold: a body is refused before it fills the memory with objects. */
export const readBodies = (fastify: FastifyInstance): void => {
  const parse = fastify.getDefaultJsonParser('error', 'error');
  fastify.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    const { mostValues: most = mostValues } = request.routeOptions.config;
    if (hasMore(text as string, most)) return done(new Refusal(Code.invalid, flawText.size));
    return parse(request, text as string, done);
  });
};
