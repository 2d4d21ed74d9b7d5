import type { Config } from '../../kit/config.ts';
import type { Db } from '../../kit/db/database.ts';
import type { Files } from '../../kit/files/files.ts';

/** What the demo data, and the rows the product cannot live without, are made with. */
export interface SeedParts {
  config: Config;
  db: Db;
  files: Files;
}
