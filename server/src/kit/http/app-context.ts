import type { Endpoint } from '@zhuiyuan/contract/kit/endpoint';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Database, Db } from '../db/database.ts';
import type { Files } from '../files/files.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Audited } from './audit.ts';
import type { Metrics } from './metrics.ts';
import type { Constraints } from '../refusal.ts';
import type { Operator } from '../operator.ts';
import type { Shares } from '../shares.ts';
import type { InOwnTurn } from './in-own-turn.ts';
import type { RefusedCalls } from './refused-calls.ts';
import type { Sessions } from './session.ts';

/** What every domain is built from. */
export interface App {
  fastify: FastifyInstance;
  config: Config;
  database: Database;
  /** The same over the connections of background work, whose statements may take longer: for jobs. */
  background: App;
  /** Sees every firm: only for open calls, jobs and the kit itself. Handlers use the `db` of their call. */
  db: Db;
  dbOfFirm(firmId: number): Db;
  /** Sees every firm like `db`, over connections of its own that belong to calls without a session. */
  strangerDb: Db;
  /** Sees every firm like `db`, over connections of its own that belong to shoppers' queries alone. */
  shopperDb: Db;
  /** The same for one firm: calls of its dealers, shops and people on the phone. */
  shopperDbOfFirm(firmId: number): Db;
  shares: Shares;
  inOwnTurn: InOwnTurn;
  sessions: Sessions;
  /** Writes one row of the audit log. */
  audit: (db: Db, call: Audited) => Promise<void>;
  /** Keeps the trace of refused calls of known accounts. */
  refused: Pick<RefusedCalls<unknown>, 'note' | 'flush'>;
  /** Every endpoint that is served. */
  endpoints: Endpoint[];
  /** What the database refuses, as the domains say it. */
  constraints: Constraints;
  /** An administrator as background work acts for him, with what he may do by now; nothing when he or his firm is disabled. */
  operatorById(adminId: number): Promise<Operator | undefined>;
  jobs: Jobs;
  files: Files;
  metrics: Metrics;
  log: Logger;
  /** Aborts when the process begins to end: it is not ready for more, and its answers close their connections. */
  stopping: AbortSignal;
}
