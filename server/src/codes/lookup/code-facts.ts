import { Level, Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { toCodeId, type CodePlace } from '@zhuiyuan/contract/codes/cipher/code-format';
import { Face } from '@zhuiyuan/contract/codes/cipher/face';
import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import type { CodeFacts } from '@zhuiyuan/contract/codes/lookup/identity';
import { ObjectKind } from '@zhuiyuan/contract/trace/object-kind';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { Refusal, refuse } from '../../kit/refusal.ts';
import { codeUrlPrefix, printedColumns } from '../cipher/code-url-prefix.ts';
import { findContainers, type Custody } from '../state/find-containers.ts';
import type { Keyring } from '../cipher/keyring.ts';
import { readUnits, type Unit } from '../state/read-unit.ts';

export interface FoundCode {
  place: CodePlace;
  unit: Unit;
}

/** A code as lists name it: `41-5001` is the 5,001st of segment 41. */
const placeIn = (typed: string): CodePlace | undefined => {
  const [, seg, serial] = /^\s*(\d{1,8})\s*[-:]\s*(\d{1,9})\s*$/.exec(typed.normalize('NFKC')) ?? [];
  return seg && serial ? { face: Face.outer, seg: Number(seg), serial: Number(serial) } : undefined;
};

/**
 * The operator's own codes behind scanned or typed texts, or the segments and serials they stand for, in few statements however many
 * they are; a text of no code (61001), and one that was never issued or is another firm's (61002), answers why it is none.
 */
export const findCodes = async (
  db: Db,
  keyring: Keyring,
  texts: readonly string[],
): Promise<(FoundCode | Refusal)[]> => {
  const found = await keyring.findMany(db, texts);
  const places = texts.map((text) => found.get(text)?.place ?? placeIn(text));
  const known = places.filter((place) => place !== undefined);
  const units = (await readUnits(db, known)).values();
  return places.map((place) => {
    if (!place) return refuse(codeRefusals.badText);
    const unit = units.next().value;
    return !unit || place.face >= unit.faces ? refuse(codeRefusals.noSuchCode) : { place, unit };
  });
};

/** The one code behind a text, see {@link findCodes}; throws why it is none. */
export const findCode = async (db: Db, keyring: Keyring, typed: string): Promise<FoundCode> => {
  const [found] = await findCodes(db, keyring, [typed]);
  if (found instanceof Refusal) throw found;
  return found!;
};

/** What the agent or shop that has a code is called; nothing while it is the firm itself. */
export const findHolderName = async (
  db: Db,
  { holderKind, holderId }: Pick<Custody, 'holderKind' | 'holderId'>,
): Promise<string | undefined> => {
  if (holderKind === Holder.firm || holderId === null) return undefined;
  const holder = await db
    .selectFrom(holderKind === Holder.agent ? 'agent' : 'shop')
    .where('id', '=', holderId)
    .select('name')
    .executeTakeFirst();
  return holder?.name;
};

/** The registration a code resolves by: its own, else that of the run it lies in. One look at an index each. */
const findRegistration = async (
  db: Db,
  { codeId, seg, serial }: { codeId: number; seg: number; serial: number },
): Promise<{ id: number; handle: string; status: number } | undefined> => {
  const own = await db
    .selectFrom('registration')
    .select(['id', 'handle', 'status'])
    .where('objKind', '=', ObjectKind.code)
    .where('objId', '=', codeId)
    .executeTakeFirst();
  return (
    own ??
    db
      .selectFrom('registration')
      .select(['id', 'handle', 'status'])
      .where('objKind', '=', ObjectKind.run)
      .where('seg', '=', seg)
      .where(sql<boolean>`span @> ${serial}::int8`)
      .executeTakeFirst()
  );
};

/** What the console shows of a code. */
export const codeFacts = async (db: Db, keyring: Keyring, { place, unit }: FoundCode): Promise<CodeFacts> => {
  const task = await db
    .selectFrom('task')
    .innerJoin('firm', 'firm.id', 'task.firmId')
    .where('task.id', '=', unit.taskId)
    .select(['task.taskNo', 'task.createdAt', 'firm.name as firmName', ...printedColumns])
    .executeTakeFirstOrThrow();
  const channel =
    unit.channelId === null
      ? undefined
      : await db.selectFrom('channel').where('id', '=', unit.channelId).select('name').executeTakeFirst();
  const { boxes, packedAt, custody } = await findContainers(db, unit);
  const [code, ...boxCodes] = await keyring.readTexts(db, [{ ...unit, face: place.face }, ...boxes]);
  const codeId = toCodeId(unit.seg, unit.serial);
  const registration = await findRegistration(db, { codeId, seg: unit.seg, serial: unit.serial });
  return {
    codeId,
    code: code!,
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
    shipStatus: custody.shipStatus,
    boxCode: boxCodes[0] ?? null,
    caseCode: boxCodes[boxes.findIndex(({ level }) => level === Level.case)] ?? null,
    holderName: (await findHolderName(db, custody)) ?? task.firmName,
    packedAt: boxes.length === 0 ? null : (packedAt ?? task.createdAt),
    shipAt: custody.shipAt,
    signAt: custody.signAt,
    handle: registration?.handle ?? '',
    regId: registration?.id ?? null,
    regStatus: (registration?.status ?? null) as CodeFacts['regStatus'],
    issuedAt: task.createdAt,
    activatedAt: unit.activatedAt,
    scanCnt: unit.scanCnt,
    firstScanAt: unit.firstScanAt,
    url: codeUrlPrefix(task, unit.level) + code,
  };
};
