import { partyRefusals } from '@zhuiyuan/contract/parties/party-refusals';
import type { Db } from '../../kit/db/database.ts';
import { ask } from '../../kit/db/events.ts';
import { notFound, refuse } from '../../kit/refusal.ts';
import { regionNames } from '../../settings/region-names.ts';

/** What an inspector found, as a warning tells it. */
export interface InspectionWarned {
  firmId: number;
  inspectionId: number;
  code: string;
  opinion: number;
  auditor: string;
  agentName: string;
  storeName: string;
  foundRegion: string;
  shopName: string;
  remark: string;
  /** Who passes it on. */
  by: string;
}

declare module '../../kit/db/events.ts' {
  interface Questions {
    /** Makes a warning of it and answers its number. */
    'inspection.warned': { asks: InspectionWarned; answers: number };
  }
}

/** 转预警: makes a warning of an inspection and keeps its number with it; refuses one that has been passed on. */
export const warnOfInspection = async (db: Db, id: number, by: string): Promise<number> => {
  const row = await db
    .selectFrom('inspect')
    .innerJoin('inspector', (join) => join.onRef('inspector.id', '=', 'inspect.inspectorId'))
    .leftJoin('agent', (join) => join.onRef('agent.id', '=', 'inspect.agentId'))
    .leftJoin('product', (join) => join.onRef('product.id', '=', 'inspect.productId'))
    .select([
      'inspect.firmId',
      'inspect.code',
      'inspect.opinion',
      'inspect.regionCode',
      'inspect.shopName',
      'inspect.remark',
      'inspect.policeEventId',
      'inspector.auditor',
      'agent.name as agentName',
      'product.storeName',
    ])
    .where('inspect.id', '=', id)
    .forUpdate('inspect')
    .executeTakeFirst();
  if (!row) throw notFound();
  if (row.policeEventId !== null) throw refuse(partyRefusals.inspectionWarned);
  const { regionCode, policeEventId: _, agentName, storeName, ...found } = row;
  const names = await regionNames(db, [regionCode]);
  const eventId = await ask(db, 'inspection.warned', {
    ...found,
    inspectionId: id,
    agentName: agentName ?? '',
    storeName: storeName ?? '',
    foundRegion: names.get(regionCode) ?? '',
    by,
  });
  await db.updateTable('inspect').set({ policeEventId: eventId }).where('id', '=', id).execute();
  return eventId;
};
