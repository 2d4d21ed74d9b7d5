import { RoleKind } from '@zhuiyuan/contract/account/role-kind';
import { OpType } from '@zhuiyuan/contract/codes/state/code-enums';
import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import type { fieldInspectionApi, FieldFinding } from '@zhuiyuan/contract/fieldwork/field-inspection';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { OpSource } from '@zhuiyuan/contract/kit/op-source';
import { Opinion } from '@zhuiyuan/contract/parties/inspector/inspector';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Role } from '../account/require-role.ts';
import type { Keyring } from '../codes/cipher/keyring.ts';
import { findCode } from '../codes/lookup/code-facts.ts';
import { beginOp } from '../codes/ops/begin-op.ts';
import { carryOut, closeOp, readOpContext } from '../codes/ops/run-op.ts';
import { freezing } from '../codes/ops/freezing.ts';
import { findContainers } from '../codes/state/find-containers.ts';
import { withChildren } from '../codes/state/with-children.ts';
import type { Db } from '../kit/db/database.ts';
import { findPage } from '../kit/db/paging.ts';
import { forbidden, refuse } from '../kit/refusal.ts';
import { insertInspection } from '../parties/inspector/insert-inspection.ts';
import { warnOfInspection } from '../parties/inspector/warn-of-inspection.ts';
import { checkPictures } from '../scan/query/check-pictures.ts';
import { regionNames } from '../settings/region-names.ts';
import { judgeFound } from './judge-found.ts';
import { readWay } from './read-way.ts';
import { toRun } from '../codes/state/ranges.ts';

type Scope = 'query' | 'evidence' | 'freeze';

/** Refuses an inspector who may not do this. */
const requireScope = (role: Role, scope: Scope): void => {
  if (!role.scopes?.includes(scope)) throw forbidden();
};

/** What an inspector is told of a code: where it should be, where it is, which way it went. Nothing is recorded. */
export const inspectCode = async (
  db: Db,
  keyring: Keyring,
  role: Role,
  { code, lng, lat }: InputOf<typeof fieldInspectionApi.query>,
): Promise<FieldFinding> => {
  requireScope(role, 'query');
  const found = await judgeFound(db, keyring, role.firmId, code, { lng, lat });
  const { unit, boxes, custody, holder, regions, here, verdict } = found;
  const [box] = boxes;
  const { rows } = await sql<{ now: string }>`select now()`.execute(db);
  return {
    code: found.code,
    verdict,
    level: unit.level as FieldFinding['level'],
    life: unit.life,
    storeName: unit.storeName ?? '',
    image: unit.image ?? '',
    lotNo: unit.lotNo ?? '',
    produceDate: unit.produceDate,
    expireDate: unit.expireDate,
    isExpired: unit.expireDate !== null && unit.expireDate < shanghaiToday(),
    boxCode: box ? await keyring.readText(db, box, box.serial) : '',
    should: {
      regions: regions.map((names) => [...new Set(names)].join(' ')),
      holderName: holder?.name ?? '',
      number: holder?.number ?? '',
      at: custody.signAt ?? custody.shipAt,
      what: custody.signAt ? '已签收' : '已发货',
    },
    here: { place: here.name, at: rows[0]!.now, lng, lat },
    nearShop: here.near?.name ?? '',
    flow: await readWay(db, found),
    mayFreeze: role.scopes?.includes('freeze') ?? false,
  };
};

/** 提交稽查: keeps what was found, and makes a warning of everything that is not as it should be. */
export const saveInspection = async (
  db: Db,
  keyring: Keyring,
  role: Role,
  input: InputOf<typeof fieldInspectionApi.save>,
): Promise<{ id: number; policeNo: string }> => {
  requireScope(role, 'evidence');
  const { code, lng, lat, opinion, images, shopName, remark } = input;
  await checkPictures(db, images, toSender(role));
  const found = await judgeFound(db, keyring, role.firmId, code, { lng, lat });
  const id = await insertInspection(db, {
    firmId: role.firmId,
    inspectorId: role.id,
    seg: found.unit.seg,
    serial: found.unit.serial,
    code: found.code,
    productId: found.unit.productId,
    agentId: found.holder?.agent?.id ?? null,
    authRegions: found.regionCodes,
    regionCode: found.here.regionCode,
    lng,
    lat,
    shopName,
    images,
    opinion,
    remark,
  });
  const warns = opinion !== Opinion.normal || found.verdict === 'diverted';
  return { id, policeNo: warns ? String(await warnOfInspection(db, id, role.name)) : '' };
};

/** As pictures name their sender. */
export const toSender = ({ accountId }: Pick<Role, 'accountId'>): string => `account ${accountId}`;

const images = z.array(z.string());

/** 我的稽查: an inspector's own checks, the newest first. */
export const readInspections = async (
  db: Db,
  role: Role,
  { opinion, ...input }: InputOf<typeof fieldInspectionApi.list>,
) => {
  const matching = db
    .selectFrom('inspect')
    .where('inspect.inspectorId', '=', role.id)
    .$if(opinion !== undefined, (query) => query.where('inspect.opinion', '=', opinion!));
  const page = await findPage(db, input, matching, (query) =>
    query
      .leftJoin('product', (join) => join.onRef('product.id', '=', 'inspect.productId'))
      .select([
        'inspect.id',
        'inspect.at',
        'inspect.code',
        'inspect.regionCode',
        'inspect.shopName',
        'inspect.opinion',
        'inspect.images',
        sql<string>`coalesce(product.store_name, '')`.as('storeName'),
        sql<string>`coalesce(inspect.police_event_id::text, '')`.as('policeNo'),
      ])
      .orderBy('inspect.id', 'desc'),
  );
  const names = await regionNames(
    db,
    page.list.map(({ regionCode }) => regionCode),
  );
  const list = page.list.map(({ regionCode, ...row }) => ({
    ...row,
    images: images.parse(row.images),
    foundRegion: names.get(regionCode) ?? '',
    opinion: row.opinion as (typeof Opinion.options)[number]['value'],
  }));
  return { ...page, list };
};

/** 冻结 by an inspector: the code alone, or the box it lies in with all that is in it. Answers how many codes were frozen. */
export const freezeFound = async (
  db: Db,
  keyring: Keyring,
  role: Role,
  { code, scope, reason }: InputOf<typeof fieldInspectionApi.freeze>,
): Promise<{ count: number }> => {
  requireScope(role, 'freeze');
  const { unit } = await findCode(db, keyring, code);
  const { boxes } = await findContainers(db, unit);
  const [box] = boxes;
  if (scope === 'box' && !box) throw refuse(codeRefusals.notInBox);
  const top = scope === 'box' ? box! : unit;
  const run = toRun(top);
  const runs = scope === 'box' ? await withChildren(db, role.firmId, [run]) : [run];
  const kind = freezing(reason);
  const picked = { runs, unknown: [] };
  const context = await readOpContext(db, kind, picked);
  const op = await beginOp(
    db,
    { id: null },
    {
      firmId: context.firmId,
      opType: OpType.freeze,
      opSrc: OpSource.merchant,
      idemKey: randomUUID(),
      request: { code, scope },
      params: { ...kind.params, scope, runs: runs.slice(0, 20), runCount: runs.length },
      reason,
      role: { kind: RoleKind.inspector, id: role.id },
    },
  );
  // What is frozen or void in a box already stays as it is; of a code alone it is told.
  const done = await carryOut(db, keyring, kind, op, { picked, skipsConflicts: scope === 'box' });
  await closeOp(db, done);
  return { count: done.ok };
};
