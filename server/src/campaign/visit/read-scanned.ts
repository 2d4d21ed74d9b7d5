import type { Verdict } from '@zhuiyuan/contract/codes/state/verdict';
import type { Keyring } from '../../codes/cipher/keyring.ts';
import { readUnit, type Unit } from '../../codes/state/read-unit.ts';
import { findWhose } from '../../diversion/find-whose.ts';
import type { Db } from '../../kit/db/database.ts';
import { findScan } from '../../scan/log/find-scan.ts';
import { toDevice } from '../../scan/query/scan-code.ts';
import { readScanToken } from '../../scan/query/scan-token.ts';
import { cityAt } from '../../settings/place-of-point.ts';
import { regionByName } from '../../settings/region-names.ts';

/** Where a shopper says he is, WGS-84. */
interface Position {
  lng?: number | undefined;
  lat?: number | undefined;
}

/** What a scan's token opens: the code as it is now, and where and with what it was scanned. 401 when the token is over. */
export const readScanned = async (
  db: Db,
  keyring: Keyring,
  masterKey: Buffer,
  token: string,
  position: Position = {},
) => {
  const { scanId, at, code, visit } = readScanToken(masterKey, token);
  const scan = await findScan(db, { scanId, at });
  const place = (await keyring.find(db, code))?.place;
  const unit: Unit | undefined = place && (await readUnit(db, place.seg, place.serial));
  const [whose] = unit ? await findWhose(db, [unit]) : [];
  const point =
    position.lng !== undefined && position.lat !== undefined
      ? { lng: position.lng, lat: position.lat }
      : scan?.lng !== null && scan?.lat !== null && scan !== undefined
        ? { lng: scan.lng, lat: scan.lat }
        : undefined;
  const named = scan ? [scan.province, scan.city === scan.province ? '' : scan.city].join('') : '';
  return {
    scanId,
    /** The query itself as it was written down; nothing when the log knows it no more. */
    scan: scan && { scanId, at, uid: scan.uid, activityId: scan.activityId },
    code,
    unit,
    verdict: (scan?.verdict ?? 'INVALID') as Verdict,
    held: { agentId: whose?.holder?.agent?.id ?? null, shopId: whose?.holder?.shopId ?? null },
    /** Six-digit codes of the regions, as far as they are known. */
    located: point && cityAt(point),
    byAddress: named === '' ? undefined : (await regionByName(db, named)) || undefined,
    point,
    ip: visit.ip,
    device: toDevice(visit),
    isMarked: visit.deviceId !== '',
  };
};

export type Scanned = Awaited<ReturnType<typeof readScanned>>;
