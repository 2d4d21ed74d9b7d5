import { connect, createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** Type of what the database says when an announcement arrives. */
const notification = 'A'.charCodeAt(0);

/** The first message of a connection without its settings, as a pooler passes it on. */
const withoutSettings = (message: Buffer): Buffer => {
  const words = message.subarray(8).toString().split('\0');
  const kept = words.flatMap((word, at) =>
    at % 2 === 0 && ['user', 'database'].includes(word) ? [word, words[at + 1]!] : [],
  );
  const body = Buffer.from(`${kept.join('\0')}\0\0`);
  const head = Buffer.alloc(8);
  head.writeInt32BE(8 + body.length, 0);
  head.writeInt32BE(message.readInt32BE(4), 4);
  return Buffer.concat([head, body]);
};

/** Passes on all messages but announcements. */
const unannounced = (pass: (message: Buffer) => void) => {
  let left = Buffer.alloc(0);
  return (bytes: Buffer): void => {
    left = Buffer.concat([left, bytes]);
    while (left.length >= 5 && left.length >= left.readInt32BE(1) + 1) {
      const message = left.subarray(0, left.readInt32BE(1) + 1);
      left = left.subarray(message.length);
      if (message[0] !== notification) pass(message);
    }
  };
};

/** A way to the database that loses what poolers lose: the settings that a connection asks for, or its announcements. */
export const startStrippingProxy = async (databaseUrl: string, loses: 'settings' | 'announcements') => {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    for (const [socket, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => other.destroy());
    }
    client.once('data', (first: Buffer) => {
      database.write(loses === 'settings' ? withoutSettings(first) : first);
      client.on('data', (bytes) => database.write(bytes));
    });
    const pass = (message: Buffer) => void client.write(message);
    database.on('data', loses === 'announcements' ? unannounced(pass) : pass);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
};
