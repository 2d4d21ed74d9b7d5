import { Life, GeoSource } from '@zhuiyuan/contract/codes/state/code-enums';
import { Face } from '@zhuiyuan/contract/codes/cipher/face';
import { shownCode } from '@zhuiyuan/contract/codes/cipher/code-input';
import type { Verdict } from '@zhuiyuan/contract/codes/state/verdict';
import { createHash } from 'node:crypto';
import { addressGroup, addressSite } from '../../kit/address.ts';
import type { Db } from '../../kit/db/database.ts';
import { serialQueue } from '../../kit/jobs/serial-queue.ts';
import { retried } from '../../kit/http/serve.ts';
import { placeOfIp } from '../../settings/place-of-ip.ts';
import { countScan, insertScan, type CountedScan, type ScanFacts } from '../log/count-scan.ts';
import { findExtPin } from '../../codes/cipher/find-ext-codes.ts';
import { KeyState, type Keyring } from '../../codes/cipher/keyring.ts';
import { readScan, unheld, type AskedFirm } from './read-scan.ts';
import type { Unit } from '../../codes/state/read-unit.ts';
import { isCrowded, readScanLimits, warnOfGuessing } from './scan-limits.ts';
import { readHostTexts, readScanRules, type ScanRules } from './scan-rules.ts';

export interface Visit {
  ip: string;
  userAgent: string;
  deviceId: string;
  entry: 0 | 1;
  /** Host the page was opened under: a firm's own domain answers with its texts also where the code names no firm. */
  host?: string;
}

/** The firm's facts and rules a verdict needs. */
export interface ScanFirm {
  id: number;
  name: string;
  logo: string;
  phone: string;
  rules: ScanRules;
}

export interface Judged {
  verdict: Verdict;
  /** Normalised text that was asked for. */
  code: string;
  unit?: Unit;
  firm?: ScanFirm;
  /** Names the content of the page, see `templateContent`. */
  template: number[] | null;
  /** Texts of the firm that is answering. */
  texts: ScanRules['texts'];
  face: 0 | 1;
  counted?: CountedScan;
  /** Null when nothing was recorded (a captcha is asked for first). */
  scanId: number | null;
  at: string;
  needsCaptcha: boolean;
  /** City of the asker's address, else its province; '' where neither is known. */
  city: string;
}

/** A device is known by the mark its page keeps; without one by address and browser. */
export const toDevice = ({ deviceId, ip, userAgent }: Visit): string =>
  createHash('sha256')
    .update(deviceId ? `id ${deviceId}` : `at ${addressGroup(ip)} ${userAgent}`)
    .digest('hex')
    .slice(0, 32);

/** The firm of a code with the rules for its product. */
const readScanFirm = async (db: Db, firm: AskedFirm, productId: number | null): Promise<ScanFirm> => {
  const rules = await readScanRules(db, { firmId: firm.id, productId, firmSettings: firm.settings });
  return {
    id: firm.id,
    name: firm.name,
    logo: firm.logo,
    phone: rules.servicePhone || firm.servicePhone,
    rules,
  };
};

/** Whether the scratch-layer verify code has to be given: the setting asks for it, digit codes and imported ones are guessable, a leaked key proves nothing. */
const needsPin = async (
  keyring: Keyring,
  unit: Unit,
  { device, isAsked }: { device: string; isAsked: boolean },
  db: Db,
): Promise<boolean> => {
  if (unit.pinLen === 0) return false;
  if (unit.fmt === 'EXT' && !(await findExtPin(db, unit.seg, unit.serial))) return false;
  const generation = await keyring.generation(db, unit.keyV ?? '');
  if (!isAsked && unit.fmt !== 'N20' && unit.fmt !== 'EXT' && generation?.state !== KeyState.leaked) return false;
  const seen = await db
    .selectFrom('unitScan')
    .where('seg', '=', unit.seg)
    .where('serial', '=', unit.serial)
    .select('pinOkDevice')
    .executeTakeFirst();
  return seen?.pinOkDevice.trim() !== device;
};

interface ScanOptions {
  passedCaptcha: boolean;
  passedPin?: boolean;
  /** Of the account that is signed in on the page. */
  tokenHash: Buffer | undefined;
}

/** Queries one device may have under way; a page sends one at a time. */
const mostAtOnce = 20;
const turns = serialQueue();

/**
 * Judges one public query by the rules in their order (limits, existence, void, frozen, inactive, PIN, count) and records
 * it. A device's queries are judged one after the other, and so are an address's misses, so that none slips past a limit
 * by coming together with others.
 */
export const scanCode = async (
  db: Db,
  keyring: Keyring,
  typed: string,
  visit: Visit,
  options: ScanOptions,
): Promise<Judged> => {
  const device = toDevice(visit);
  if (turns.waiting(device) >= mostAtOnce) return { ...unjudged(shownCode(typed).slice(0, 80)), verdict: 'LIMITED' };
  return turns.run(device, () => judge(db, keyring, typed, { ...visit, device }, options));
};

/** An answer that was not recorded. */
const unjudged = (code: string) => ({
  code,
  template: null,
  texts: {},
  face: 0 as const,
  at: '',
  scanId: null,
  needsCaptcha: false,
  city: '',
});

const judge = async (
  db: Db,
  keyring: Keyring,
  typed: string,
  visit: Visit & { device: string },
  { passedCaptcha, passedPin = false, tokenHash }: ScanOptions,
): Promise<Judged> => {
  const typedCode = shownCode(typed).slice(0, 80);
  const { device, ip } = visit;
  const asksForCaptcha = { ...unjudged(typedCode), verdict: 'LIMITED', needsCaptcha: true } as const;

  // A miss does the work of a hit: one decode, one look at the database.
  const decoded = await keyring.find(db, typed);
  const { seg, serial } = decoded?.place ?? { seg: 0, serial: 1 };
  const read = await readScan(db, {
    ip,
    device,
    seg,
    serial,
    tokenHash: tokenHash ? `\\x${tokenHash.toString('hex')}` : null,
  });
  const { limits } = read;
  if (limits.needsCaptcha && !passedCaptcha && !limits.isLimited) return asksForCaptcha;

  // Who is refused learns nothing, not even from the record of it.
  const named = limits.isLimited ? undefined : decoded;
  const code = named?.code ?? typedCode;
  const place = named?.place;
  const unit = read.unit && place && place.face < read.unit.faces ? read.unit : undefined;
  if (unit && !passedCaptcha && (await isCrowded(db, unit))) return asksForCaptcha;
  const firm = unit && read.firm && (await readScanFirm(db, read.firm, unit.productId));
  const texts = firm ? firm.rules.texts : await readHostTexts(db, visit.host ?? '');
  const seenIn = await placeOfIp(db, ip);
  const facts: ScanFacts = {
    firmId: unit?.firmId ?? 0,
    codeText: code,
    seg: unit?.seg ?? null,
    serial: unit?.serial ?? null,
    face: unit && place ? place.face : Face.outer,
    productId: unit?.productId ?? null,
    lotId: unit?.lotId ?? null,
    ...(unit ? read.held : unheld),
    channelId: unit?.channelId ?? null,
    entry: visit.entry,
    geoSource: seenIn.province ? GeoSource.ip : GeoSource.none,
    ...seenIn,
    ip,
    device,
    userAgent: visit.userAgent.slice(0, 300),
  };
  /** Writes down a query that does not count. */
  const record = (verdict: Verdict) => insertScan(db, { ...facts, verdict });
  const told = {
    code,
    unit,
    firm,
    template: read.template,
    texts,
    face: place?.face ?? (0 as const),
    needsCaptcha: false,
    city: seenIn.city || seenIn.province,
  };

  if (limits.isLimited) {
    const row = await record('LIMITED');
    return { ...told, verdict: 'LIMITED', scanId: row.id, at: row.at };
  }
  if (!unit || !firm)
    return turns.run(`ip ${addressSite(ip)}`, async () => {
      const now = await readScanLimits(db, { ip, device });
      if (now.needsCaptcha && !passedCaptcha) return asksForCaptcha;
      const row = await record('INVALID');
      await warnOfGuessing(db, now, { ip, device });
      return { ...told, verdict: 'INVALID', scanId: row.id, at: row.at };
    });

  const isAsked = { device, isAsked: firm.rules.needPin };
  const verdict: Verdict | undefined =
    unit.life === Life.void
      ? 'VOID'
      : unit.life === Life.frozen
        ? 'FROZEN'
        : unit.life === Life.inactive
          ? 'INACTIVE'
          : !passedPin && (await needsPin(keyring, unit, isAsked, db))
            ? 'NEED_PIN'
            : undefined;
  if (verdict) {
    const row = await record(verdict);
    return { ...told, verdict, scanId: row.id, at: row.at };
  }
  const counted = await retried(() => countScan(db, { ...facts, seg, serial }, firm.rules));
  return { ...told, verdict: counted.verdict, counted, scanId: counted.scanId, at: counted.at };
};
