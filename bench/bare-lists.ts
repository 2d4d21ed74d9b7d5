import Fastify from 'fastify';
import pg from 'pg';
import { listed } from '../server/test/listed/listed.ts';

/** Bare Fastify and pg: the twenty newest rows of each listed table and a capped count, by the plainest SQL. */
const pool = new pg.Pool({ connectionString: process.argv[2]!, max: 10, statement_timeout: 2000 });
// The database ends before this process does.
pool.on('error', () => {});
const fastify = Fastify();
for (const [at, { table, live = 'true', order = 'id desc' }] of listed.entries())
  fastify.get(`/${at}`, async () => {
    const [rows, count] = await Promise.all([
      pool.query({
        name: `rows ${at}`,
        text: `select * from ${table} where ${live} order by ${order} limit 20`,
      }),
      pool.query({
        name: `count ${at}`,
        text: `select count(*) from (select 1 from ${table} where ${live} limit 10001) counted`,
      }),
    ]);
    return { code: 200, message: 'ok', data: { list: rows.rows, total: Number(count.rows[0].count) } };
  });
fastify.get('/empty', async () => ({}));
await fastify.listen({ port: 0, host: '127.0.0.1' });
process.send!((fastify.server.address() as { port: number }).port);
