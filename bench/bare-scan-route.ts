import Fastify from 'fastify';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { valuesOf, type Statement } from './bare-scan.ts';

/** The peer of a scan that does nothing but its statements: they and their order come from the parent. */
process.once('message', async (message) => {
  const { databaseUrl, statements } = message as { databaseUrl: string; statements: Statement[] };
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  const fastify = Fastify();
  let nth = 0;
  fastify.post('/', async () => {
    nth += 1;
    const mark = randomUUID().replaceAll('-', '');
    const answers = [];
    for (const [at, statement] of statements.entries()) {
      const asked = { name: `s${at}`, text: statement.sql, values: valuesOf(statement, nth, mark) };
      answers.push((await pool.query<object>(asked)).rows);
    }
    return answers;
  });
  await fastify.listen({ port: 0, host: '127.0.0.1' });
  process.send!({ port: (fastify.server.address() as { port: number }).port });
});
