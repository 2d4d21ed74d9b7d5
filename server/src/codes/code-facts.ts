import { codeIdOf, type CodePlace } from '@zhuiyuan/contract/codes/code-format';
import { codeRefusals } from '@zhuiyuan/contract/codes/code-refusals';
import type { CodeFacts } from '@zhuiyuan/contract/codes/identity';
import type { Db } from '../kit/database.ts';
import { refuse } from '../kit/refusal.ts';
import { findRegistrationOf } from './find-registration-of.ts';
import { codeUrlPrefix } from './code-url.ts';
import type { Keyring } from './keyring.ts';
import { readUnit, type Unit } from './read-unit.ts';

export interface FoundCode {
  place: CodePlace;
  unit: Unit;
}

/** The operator's own code behind a scanned or typed text; refuses 61001 for what is no code and 61002 for what was never issued or is another firm's. */
export const findCode = async (db: Db, keyring: Keyring, typed: string): Promise<FoundCode> => {
  const found = await keyring.find(typed);
  if (!found) throw refuse(codeRefusals.badText);
  const { place } = found;
  const unit = await readUnit(db, place.seg, place.serial);
  if (!unit || place.face >= unit.faces) throw refuse(codeRefusals.noSuchCode);
  return { place, unit };
};

/** What the console shows of a code. */
export const codeFacts = async (db: Db, keyring: Keyring, { place, unit }: FoundCode): Promise<CodeFacts> => {
  const task = await db
    .selectFrom('task')
    .innerJoin('firm', 'firm.id', 'task.firmId')
    .where('task.id', '=', unit.taskId)
    .select(['task.taskNo', 'task.urlStyle', 'task.urlHost', 'task.createdAt', 'firm.name as firmName'])
    .executeTakeFirstOrThrow();
  const channel =
    unit.channelId === null
      ? undefined
      : await db.selectFrom('channel').where('id', '=', unit.channelId).select('name').executeTakeFirst();
  const code = await keyring.textOf(unit, unit.serial, place.face);
  const codeId = codeIdOf(unit.seg, unit.serial);
  const registration = await findRegistrationOf(db, { codeId, seg: unit.seg, serial: unit.serial });
  return {
    codeId,
    code,
    face: place.face,
    level: unit.level as CodeFacts['level'],
    firmId: unit.firmId,
    firmName: task.firmName,
    taskId: unit.taskId,
    taskNo: task.taskNo,
    seg: unit.seg,
    serial: unit.serial,
    productId: unit.productId,
    storeName: unit.storeName ?? '',
    spec: unit.spec ?? '',
    image: unit.image ?? '',
    lotId: unit.lotId,
    lotNo: unit.lotNo ?? '',
    channelName: channel?.name ?? '',
    produceDate: unit.produceDate,
    expireDate: unit.expireDate,
    life: unit.life,
    shipStatus: 0,
    boxCode: null,
    handle: registration?.handle ?? '',
    regStatus: (registration?.status ?? null) as CodeFacts['regStatus'],
    issuedAt: task.createdAt,
    activatedAt: unit.activatedAt,
    scanCnt: unit.scanCnt,
    firstScanAt: unit.firstScanAt,
    url: codeUrlPrefix(task, unit.gtin) + code,
  };
};
