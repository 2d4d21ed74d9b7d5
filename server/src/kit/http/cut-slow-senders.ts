import type { FastifyInstance } from 'fastify';
import { Socket } from 'node:net';

/** How long what is sent may take, in milliseconds. */
export interface SenderLimits {
  /** A body that is read as a whole, to its end. */
  body: number;
  /** A file, between two of its pieces. */
  pause: number;
}

const usual: SenderLimits = { body: 60_000, pause: 60_000 };

/** A request with everything it brings, a large film over a slow line too; Node itself gives headers one minute. */
export const longestRequestMs = 3_600_000;

const without = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Closes connections that announce a body and do not send it, so that nobody holds many of them for nothing. */
export const cutSlowSenders = (fastify: FastifyInstance, { body, pause }: SenderLimits = usual): void => {
  fastify.server.on('connection', (socket) => {
    // One that asks nothing is unknown to Node's own limits.
    socket.setTimeout(pause);
  });
  fastify.server.on('request', ({ socket }) => void socket.setTimeout(0));
  fastify.addHook('preParsing', (request, _reply, payload, done) => {
    const { headers, method, raw } = request;
    const isAnnounced = headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
    // A call from within the process comes over none.
    if (without.has(method) || !isAnnounced || !(raw.socket instanceof Socket)) return done();
    if (headers['content-type']?.startsWith('multipart/')) {
      // A socket that is silent for so long is closed by Node; each piece begins the time anew.
      raw.socket.setTimeout(pause);
      raw.once('end', () => raw.socket.setTimeout(0));
    } else {
      const late = setTimeout(() => raw.socket.destroy(), body);
      payload.once('end', () => clearTimeout(late));
      raw.once('close', () => clearTimeout(late));
    }
    done();
  });
};
