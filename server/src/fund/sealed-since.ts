import { sql } from 'kysely';

/** Since when prizes that are handed out and red codes that are received carry a seal; those from before have none. */
export const sealedSince = sql`(select applied_at from schema_migration where name = '0130-redemption.sql')`;
