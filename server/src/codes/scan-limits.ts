import { sql } from 'kysely';
import type { Db } from '../kit/database.ts';

/** Invented codes an address may ask about in ten minutes before a picture has to be read. */
const invalidPerAddress = 30;
/** Queries, and invented codes among them, that one device may send in an hour. */
const scansPerDevice = 120;
const invalidPerDevice = 100;

/** Whether a shopper may go on: an address that guesses is asked for a captcha, a device that floods is refused for an hour. */
export const readScanLimits = async (
  db: Db,
  ip: string,
  device: string,
): Promise<{ needsCaptcha: boolean; isLimited: boolean }> => {
  const { rows } = await sql<{ guesses: number; scans: number; misses: number }>`
    select
      (select count(*) from (select 1 from scan_log where ip = ${ip}::inet and verdict = 'INVALID' and at > now() - interval '10 minutes' limit ${invalidPerAddress}) a) as guesses,
      count(*) as scans, count(*) filter (where verdict = 'INVALID') as misses
    from (select verdict from scan_log where device = ${device} and at > now() - interval '1 hour' limit ${scansPerDevice}) b`.execute(
    db,
  );
  const found = rows[0]!;
  return {
    needsCaptcha: found.guesses >= invalidPerAddress,
    isLimited: found.scans >= scansPerDevice || found.misses >= invalidPerDevice,
  };
};
