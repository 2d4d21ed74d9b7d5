import type { FastifyRequest } from 'fastify';
import type { Db } from '../../kit/db/database.ts';
import { toDevice } from '../../scan/query/scan-code.ts';
import { placeOfIp } from '../../settings/place-of-ip.ts';
import { cityAt } from '../../settings/place-of-point.ts';
import { regionByName } from '../../settings/region-names.ts';
import type { Scanned } from './read-scanned.ts';

interface Brought {
  deviceId?: string | undefined;
  lng?: number | undefined;
  lat?: number | undefined;
}

/** Where and with what somebody came who scanned nothing. */
export const readVisit = async (
  db: Db,
  request: Pick<FastifyRequest, 'address' | 'headers'>,
  { deviceId = '', lng, lat }: Brought,
): Promise<Pick<Scanned, 'located' | 'byAddress' | 'point' | 'ip' | 'device' | 'isMarked'>> => {
  const ip = request.address;
  const point = lng !== undefined && lat !== undefined ? { lng, lat } : undefined;
  const { province, city } = await placeOfIp(db, ip);
  const named = [province, city === province ? '' : city].join('');
  return {
    located: point && cityAt(point),
    byAddress: named === '' ? undefined : (await regionByName(db, named)) || undefined,
    point,
    ip,
    device: toDevice({ ip, userAgent: request.headers['user-agent'] ?? '', deviceId, entry: 0 }),
    isMarked: deviceId !== '',
  };
};
