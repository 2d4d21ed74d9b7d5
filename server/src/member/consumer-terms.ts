import { GeoMode } from '@zhuiyuan/contract/codes/state/code-enums';
import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';

/** What a firm asks of its consumers before they draw, and what it gives and tells them. */
export interface ConsumerTerms {
  scanLimit: number | null;
  drawLimit: number | null;
  geoMode: GeoMode;
  needPhone: boolean;
  privacyText: string;
  privacyVersion: number;
  firstPoints: number;
  sharePoints: number;
  pointsMonths: number;
  collectFields: readonly { key: string; required: boolean }[];
  collectReason: string;
  servicePhone: string;
  serviceHours: string;
  serviceQr: string;
  followOn: boolean;
  followQr: string;
}

/** Of a firm that said nothing. */
export const usualTerms: ConsumerTerms = {
  scanLimit: null,
  drawLimit: null,
  geoMode: GeoMode.asked,
  needPhone: false,
  privacyText: '',
  privacyVersion: 0,
  firstPoints: 0,
  sharePoints: 0,
  pointsMonths: 0,
  collectFields: [],
  collectReason: '',
  servicePhone: '',
  serviceHours: '',
  serviceQr: '',
  followOn: false,
  followQr: '',
};

/** What a firm asks of its consumers now. */
export const readTerms = async (db: Db, firmId: number): Promise<ConsumerTerms> => {
  const row = await db
    .selectFrom('consumerConfig')
    .where('firmId', '=', firmId)
    .select([
      'scanLimit',
      'drawLimit',
      sql<GeoMode>`geo_mode`.as('geoMode'),
      'needPhone',
      'privacyText',
      'privacyVersion',
      'firstPoints',
      'sharePoints',
      'pointsMonths',
      sql<ConsumerTerms['collectFields']>`collect_fields`.as('collectFields'),
      'collectReason',
      'servicePhone',
      'serviceHours',
      'serviceQr',
      'followOn',
      'followQr',
    ])
    .executeTakeFirst();
  return row ?? usualTerms;
};
