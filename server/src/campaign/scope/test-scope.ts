import { GeoFallback, RangeMode, RegionMode } from '@zhuiyuan/contract/campaign/scope/scope-draft';
import type { scopeApi, ScopeVerdict } from '@zhuiyuan/contract/campaign/scope/scope';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { findCode } from '../../codes/lookup/code-facts.ts';
import type { Keyring } from '../../codes/cipher/keyring.ts';
import type { Unit } from '../../codes/state/read-unit.ts';
import type { Db } from '../../kit/db/database.ts';
import { invalid, Refusal } from '../../kit/refusal.ts';
import { cityAt } from '../../settings/place-of-point.ts';
import { regionName } from '../../settings/region-names.ts';
import { judgeScope } from './judge-scope.ts';
import { readScope } from './scope-parts.ts';

type Asked = InputOf<typeof scopeApi.test>;

/** The code as it is typed; why it is none stands at its field. */
const findTyped = async (db: Db, keyring: Keyring, typed: string): Promise<Unit> => {
  try {
    return (await findCode(db, keyring, typed)).unit;
  } catch (error) {
    throw error instanceof Refusal ? invalid('code', error.message) : error;
  }
};

const placeOf = ({ regionCode, lng, lat }: Asked): string | undefined => {
  if (regionCode) return regionCode;
  if (lng === null && lat === null) return undefined;
  const city = lng === null || lat === null ? undefined : cityAt({ lng, lat });
  if (!city) throw invalid(lng === null ? 'lng' : 'lat', '该位置不在国内任何城市');
  return city;
};

/** What a scope says of a code and a place that somebody tries; what it cannot be judged without is asked for at its field. */
export const testScope = async (db: Db, keyring: Keyring, asked: Asked): Promise<ScopeVerdict> => {
  const scope = await readScope(db, asked.scopeId);
  const located = placeOf(asked);
  if (!located && scope.regionMode !== RegionMode.any && scope.geoFallback === GeoFallback.address)
    throw invalid('regionCode', '没有定位时按IP所在地区判断，请选择地区');
  if (!asked.code && scope.rangeMode === RangeMode.ranges) throw invalid('code', '该范围限码段，请输入编码');
  const unit = asked.code ? await findTyped(db, keyring, asked.code) : undefined;
  if (unit && unit.firmId !== scope.firmId) throw invalid('code', '该码不属于范围所在的企业');
  const refusal = judgeScope(scope, { located, code: unit });
  return {
    isAllowed: !refusal,
    message: refusal ? refusal[1] : '命中：允许参与',
    regionName: located ? await regionName(db, located) : '',
    code: unit ? { seg: unit.seg, serial: unit.serial, codeLevel: unit.level, lotNo: unit.lotNo ?? '' } : null,
  };
};
