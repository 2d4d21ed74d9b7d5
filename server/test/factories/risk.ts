import type { RiskAction } from '@zhuiyuan/contract/risk/risk-enums';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { assessVisit } from '../../src/risk/assess-visit.ts';
import { findBans } from '../../src/risk/bans.ts';
import { insertDefaultRules, type RuleCode } from '../../src/risk/default-rules.ts';
import type { Visit } from '../../src/risk/traces.ts';
import type { App } from '../../src/kit/http/app-context.ts';

import { makeMembers } from './lottery.ts';
import { makeFirm } from './parties.ts';

/** A browser that is no tool. */
export const phone = 'Mozilla/5.0 (Linux; Android 14) Chrome/120.0 Mobile Safari/537.36';

let serial = 0;

/** A firm with the rules that ship, of which only some are on, and people who ask for tickets there. */
export const makeRiskFirm = async (app: App, ...on: RuleCode[]) => {
  const firmId = await makeFirm(app);
  await insertDefaultRules(app.db, { firmId });
  const only = async (...codes: RuleCode[]) => {
    const rules = app.db.updateTable('riskRule').where('firmId', '=', firmId);
    await rules.set({ status: Enabled.off }).execute();
    if (codes.length > 0) await rules.set({ status: Enabled.on }).where('code', 'in', codes).execute();
  };
  const change = async (
    code: RuleCode,
    to: { threshold?: number; action?: RiskAction; windowSec?: number; banHours?: number },
  ) => {
    await app.db.updateTable('riskRule').set(to).where('firmId', '=', firmId).where('code', '=', code).execute();
  };
  await only(...on);
  /** Somebody who asks with a code of his own, from his own address and phone, unless told otherwise. */
  const visit = async (more: Partial<Visit> = {}): Promise<Visit> => {
    serial += 2;
    const uid = more.uid ?? (await makeMembers(app, firmId, 1))[0]!;
    return {
      firmId,
      uid,
      activityId: 1,
      ip: `203.0.${Math.floor(serial / 250) % 250}.${serial % 250}`,
      device: `phone ${serial}`,
      isMarked: true,
      userAgent: phone,
      point: undefined,
      code: { id: serial, seg: 0, serial, text: `CODE${serial}` },
      ...more,
    };
  };
  /** What is made of a visit; `isHuman`: read a picture. */
  const ask = async (who: Visit, { isHuman = false, on: where = app }: { isHuman?: boolean; on?: App } = {}) =>
    assessVisit(where.db, who, {
      what: who.code ? `C${who.code.id}` : `ticket ${(serial += 2)}`,
      standing: await findBans(where.db, who),
      passes: async () => isHuman,
    });
  const people = (count: number) => makeMembers(app, firmId, count);
  const hits = () => app.db.selectFrom('riskHit').where('firmId', '=', firmId).orderBy('id').selectAll().execute();
  const traces = () => app.db.selectFrom('riskTrace').where('firmId', '=', firmId).selectAll().execute();
  const listed = () => app.db.selectFrom('blacklist').where('firmId', '=', firmId).orderBy('id').selectAll().execute();
  return { firmId, only, change, visit, ask, people, hits, traces, listed };
};
