import { Opinion, InspectorDraft } from '@zhuiyuan/contract/parties/inspector/inspector';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';
import { insertInspector } from '../../parties/inspector/inspector-writes.ts';
import { regionByName } from '../../settings/region-names.ts';
import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { demoFindings, demoInspectors } from './demo-agents.ts';
import { demoPictures } from './pictures.ts';
import type { SeedParts } from '../first/seed-parts.ts';

const recordsPerFirm = 18;
const areas = [
  ['310000', '320000', '330000', '350000'],
  ['110000', '120000', '130000', '370000'],
  ['440000', '500000', '510000', '520000'],
];

const saysExpired = ({ opinion }: (typeof demoFindings)[number]): boolean => opinion === Opinion.expired;
const expiredFindings = demoFindings.filter(saysExpired);
const otherFindings = demoFindings.filter((finding) => !saysExpired(finding));

/** Three inspectors for each firm of the demonstration, and what they found about codes that shoppers scanned. */
export const seedInspectors = async ({ db }: Pick<SeedParts, 'db'>): Promise<void> => {
  const firms = await live(db, 'firm').select('id').orderBy('id').execute();
  for (const [at, { id: firmId }] of firms.slice(0, demoInspectors.length).entries()) {
    const staff = await db.selectFrom('admin').select('id').where('firmId', '=', firmId).executeTakeFirstOrThrow();
    const ids: number[] = [];
    for (const [place, auditor] of demoInspectors[at]!.entries()) {
      const draft = InspectorDraft.parse({
        auditor,
        phone: `1371${at + 1}9${String(place * 53).padStart(5, '0')}`,
        jobNo: `JC${String(place + 1).padStart(3, '0')}`,
        regions: areas[place],
        scopes: ['query', 'evidence', ...(place === 2 ? ['freeze'] : [])],
      });
      const { id } = await insertInspector(db, draft, { firmId, operatorId: staff.id });
      await db
        .updateTable('inspector')
        .set({ createdAt: `${addDays(shanghaiToday(), -390 + place)} 09:40:00` })
        .where('id', '=', id)
        .execute();
      ids.push(id);
    }
    await seedRecords(db, firmId, ids);
  }
};

const seedRecords = async (db: Db, firmId: number, inspectors: number[]): Promise<void> => {
  const scans = await db
    .selectFrom('scanLog')
    .innerJoin('lot', 'lot.id', 'scanLog.lotId')
    .select(['codeText', 'seg', 'serial', 'scanLog.productId', 'at', 'province', 'city'])
    .select(sql<boolean>`lot.expire_date < scan_log.at::date`.as('isExpired'))
    .where('scanLog.firmId', '=', firmId)
    .where('verdict', '=', 'FIRST')
    .where('city', '<>', '')
    .orderBy('at')
    .execute();
  const step = Math.max(1, Math.floor(scans.length / recordsPerFirm));
  const rows = await Promise.all(
    scans
      .filter((_scan, at) => at % step === 0)
      .slice(0, recordsPerFirm)
      .map(async ({ codeText, isExpired, province, city, ...scan }, at) => {
        const possible = isExpired ? expiredFindings : otherFindings;
        return {
          ...possible[at % possible.length]!,
          ...scan,
          firmId,
          inspectorId: inspectors[at % inspectors.length]!,
          seg: scan.seg!,
          serial: scan.serial!,
          code: codeText,
          regionCode: await regionByName(db, city === province ? city : province + city),
          images: JSON.stringify(
            [demoPictures['门店-成都锦和'], demoPictures['检测报告-2026-0402']].slice(0, 1 + (at % 2)),
          ),
        };
      }),
  );
  if (rows.length > 0) await db.insertInto('inspect').values(rows).execute();
};
