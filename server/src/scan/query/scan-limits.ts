import { RiskLevel } from '@zhuiyuan/contract/codes/state/warning-states';
import { sql } from 'kysely';
import { addressGroup, addressSite, siteFactor } from '../../kit/address.ts';
import { compileOnce } from '../../kit/db/compile-once.ts';
import type { Db } from '../../kit/db/database.ts';
import { raiseRisk } from '../log/raise-risk.ts';

/** Invented codes an address may ask about in ten minutes before a picture has to be read. */
const invalidPerAddress = 30;
/** The same of all IPv6 addresses that one line may be given. */
const invalidPerSite = invalidPerAddress * siteFactor;
/** Queries, and invented codes among them, that one device may send in an hour. */
const scansPerDevice = 120;
const invalidPerDevice = 100;
/** Counted queries of one code in an hour, after which a picture has to be read. */
const scansPerCode = 60;
/** 用户异常 among the types of warnings. */
const oneSource = 3;

export interface ScanLimits {
  /** Invented codes this address, all that one line of IPv6 may be given, and this device asked about lately, up to their limits. */
  guesses: number;
  siteGuesses: number;
  misses: number;
  needsCaptcha: boolean;
  isLimited: boolean;
}

/** Who asks: the address, judged by its {@link addressGroup}, and the mark of the device. */
export interface Asker {
  ip: string;
  device: string;
}

/** What {@link toScanLimits} judges by, counted from the log itself; no further than the limits. */
export interface LimitCounts {
  guesses: number;
  siteGuesses: number;
  scans: number;
  misses: number;
}

/** Counts what an address and a device asked lately, for a statement that may ask for more. */
export const limitCounts = ({ ip, device }: Asker) => sql<LimitCounts>`
    select
      (select count(*) from (select 1 from scan_log where address_group(ip) = address_group(${ip}::inet) and verdict = 'INVALID' and at > now() - interval '10 minutes' limit ${sql.lit(invalidPerAddress)}) a) as guesses,
      (select count(*) from (select 1 from scan_log where address_site(ip) = address_site(${ip}::inet) and family(ip) = 6 and verdict = 'INVALID' and at > now() - interval '10 minutes' limit ${sql.lit(invalidPerSite)}) c) as site_guesses,
      count(*) as scans, count(*) filter (where verdict = 'INVALID') as misses
    from (select verdict from scan_log where device = ${device} and at > now() - interval '1 hour' limit ${sql.lit(scansPerDevice)}) b`;

/**
 * Whether a shopper may go on: an address that guesses is asked for a captcha, a device that floods is refused for an hour.
 * Others behind the same address are asked for the captcha at most.
 */
export const toScanLimits = ({ guesses, siteGuesses, scans, misses }: LimitCounts): ScanLimits => ({
  guesses,
  siteGuesses,
  misses,
  needsCaptcha: guesses >= invalidPerAddress || siteGuesses >= invalidPerSite,
  isLimited: scans >= scansPerDevice || misses >= invalidPerDevice,
});

const counts = compileOnce<Asker, LimitCounts>((db, asker) => limitCounts(asker).compile(db));

/** {@link toScanLimits} as they are at this moment. */
export const readScanLimits = async (db: Db, asker: Asker): Promise<ScanLimits> =>
  toScanLimits((await counts.run(db, asker))[0]!);

/** Whether a code was counted so often within the hour that a picture has to be read first. */
export const isCrowded = async (
  db: Db,
  { seg, serial, scanCnt }: { seg: number; serial: number; scanCnt: number },
): Promise<boolean> => {
  if (scanCnt < scansPerCode) return false;
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (
      select 1 from scan_log where seg = ${seg} and serial = ${serial} and at > now() - interval '1 hour' and is_counted limit ${scansPerCode}
    ) a`.execute(db);
  return rows[0]!.n >= scansPerCode;
};

/** Warns when the invented code just asked about brings an address or a device to its limit, and with every further one. */
export const warnOfGuessing = async (
  db: Db,
  { guesses, siteGuesses, misses }: ScanLimits,
  { ip, device }: Asker,
): Promise<void> => {
  const [group, most] =
    siteGuesses + 1 >= invalidPerSite ? [addressSite(ip), invalidPerSite] : [addressGroup(ip), invalidPerAddress];
  if (misses + 1 >= invalidPerDevice)
    await raiseRisk(db, {
      firmId: 0,
      type: oneSource,
      level: RiskLevel.severe,
      key: `device ${device}`,
      title: `一台设备1小时内查询${invalidPerDevice}个不存在的编码，已限制查询`,
      detail: { device, ip },
    });
  else if (guesses + 1 >= invalidPerAddress || siteGuesses + 1 >= invalidPerSite)
    await raiseRisk(db, {
      firmId: 0,
      type: oneSource,
      level: RiskLevel.usual,
      key: `ip ${group}`,
      title: `来源 ${group} 10分钟内查询${most}个不存在的编码，已要求输入图形验证码`,
      detail: { ip },
    });
};
