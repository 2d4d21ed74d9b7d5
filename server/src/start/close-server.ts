import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Socket } from 'node:net';
import type { Door } from './door.ts';

/** Answers under way may take this long to end; the rest of the stop has to fit behind it. */
const patienceMs = 15_000;

/** Connections of each server; one that never asked anything is unknown to Node's own idle ones. */
const connections = new WeakMap<FastifyInstance, Set<Socket>>();

/** Notes the connections of a server for {@link closeServer}; call before it listens. */
export const watchConnections = (fastify: FastifyInstance): void => {
  const open = new Set<Socket>();
  connections.set(fastify, open);
  fastify.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
};

/**
 * Ends a server without breaking a promise: it takes no more connections, closes those that wait for nothing, and finishes the
 * answers under way. What is still being sent when the patience is over is cut.
 */
export const closeServer = async (
  fastify: FastifyInstance,
  log: Pick<Logger, 'warn'>,
  { withinMs = patienceMs, door }: { withinMs?: number; door?: Door | undefined } = {},
): Promise<void> => {
  // An address that was taken before is not given back by the server that answers there.
  const closed = (door ? door.close() : Promise.resolve()).then(() => fastify.close());
  for (const socket of connections.get(fastify) ?? []) if (socket.bytesRead === 0) socket.destroy();
  // The connection of a download that had begun before comes to rest only now.
  const sweep = setInterval(() => fastify.server.closeIdleConnections(), 200);
  const cut = setTimeout(() => {
    log.warn('answers under way are cut, they took too long');
    fastify.server.closeAllConnections();
  }, withinMs);
  try {
    await closed;
  } finally {
    clearInterval(sweep);
    clearTimeout(cut);
  }
};
