import { startEmbedded } from '../src/kit/postgres/embedded-postgres.ts';

/** The smallest server: runs the database of a data folder until it is asked to end. */
const log = { info: console.error, warn: console.error, error: console.error };
const database = await startEmbedded(process.argv[2] ?? '', log);
const alive = setInterval(() => {}, 60_000);
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.on(name, () => {
    clearInterval(alive);
    void database.stop();
  });
}
console.log(`url ${database.url}`);
