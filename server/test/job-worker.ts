import pino from 'pino';
import { buildApp } from '../src/app.ts';
import { parseConfig } from '../src/kit/config.ts';
import { openDatabase } from '../src/kit/db/database.ts';
import { Jobs } from '../src/kit/jobs/jobs.ts';
import { openFiles } from '../src/kit/files/open-files.ts';

/** A process that does nothing but the background work of a test's database, until it is killed. */
const [url = '', dataDir = ''] = process.argv.slice(2);
const config = parseConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', CAPTCHA: 'off', DEMO: '0' });
const log = pino({ level: 'silent' });
const jobs = new Jobs(url, log, true);
await buildApp({ config, database: openDatabase(url), jobs, files: openFiles(config), log });
await jobs.start();
process.stdout.write('working\n');
