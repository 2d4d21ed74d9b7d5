import { AgentLevel } from '@zhuiyuan/contract/parties/agent/agent-enums';
import { Opinion, InspectorDraft } from '@zhuiyuan/contract/parties/inspector/inspector';
import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';
import { insertInspector } from '../../parties/inspector/inspector-writes.ts';
import { demoFindings, demoInspectors } from './demo-agents.ts';
import { demoPictures } from './pictures.ts';
import type { SeedParts } from '../first/seed-parts.ts';

const recordsPerFirm = 18;
const areas = [
  ['310000', '320000', '330000', '350000'],
  ['110000', '120000', '130000', '370000'],
  ['440000', '500000', '510000', '520000'],
];

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
      ids.push((await insertInspector(db, draft, { firmId, operatorId: staff.id })).id);
    }
    await seedRecords(db, firmId, ids);
  }
};

const seedRecords = async (db: Db, firmId: number, inspectors: number[]): Promise<void> => {
  const scans = await db
    .selectFrom('scanLog')
    .select(['codeText', 'seg', 'serial', 'productId', 'at'])
    .where('firmId', '=', firmId)
    .where('verdict', '=', 'FIRST')
    .orderBy('at')
    .execute();
  const agents = await db
    .selectFrom('agent')
    .innerJoin('agentRegion', 'agentRegion.agentId', 'agent.id')
    .select(['agent.id', 'agent.regionCode as home', 'agentRegion.regionCode'])
    .where('agent.firmId', '=', firmId)
    .where('agent.level', '=', AgentLevel.third)
    .orderBy('agent.id')
    .execute();
  if (agents.length === 0) return;
  const step = Math.max(1, Math.floor(scans.length / recordsPerFirm));
  const rows = scans
    .filter((_scan, at) => at % step === 0)
    .slice(0, recordsPerFirm)
    .map((scan, at) => {
      const finding = demoFindings[at % demoFindings.length]!;
      const agent = agents[at % agents.length]!;
      const found = finding.opinion === Opinion.diverted ? agents[(at + 5) % agents.length]! : agent;
      return {
        ...finding,
        firmId,
        inspectorId: inspectors[at % inspectors.length]!,
        seg: scan.seg!,
        serial: scan.serial!,
        code: scan.codeText,
        productId: scan.productId,
        agentId: agent.id,
        authRegions: JSON.stringify([agent.regionCode]),
        regionCode: found.home,
        images: JSON.stringify(
          [demoPictures['门店-成都锦和'], demoPictures['检测报告-2026-0402']].slice(0, 1 + (at % 2)),
        ),
        at: scan.at,
      };
    });
  if (rows.length > 0) await db.insertInto('inspect').values(rows).execute();
};
