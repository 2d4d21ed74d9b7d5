import pino, { type Logger } from 'pino';

/** An error of the database carries its whole connection, which nobody wants to read. */
const err = (error: Error): object => {
  const { client: _client, ...rest } = pino.stdSerializers.err(error) as pino.SerializedError & { client?: unknown };
  return rest;
};

/** The log of the process: one JSON object a line on standard output, from `level` upwards. */
export const openLog = (level: string): Logger => {
  // A terminal that was closed must not keep the process from ending in order.
  process.stdout.on('error', () => {});
  const destination = pino.destination({ sync: false });
  destination.on('error', () => {});
  return pino({ level, base: null, serializers: { err } }, destination);
};
