import { QcState } from '@zhuiyuan/contract/trace/lot/lot-states';
import { GtinKind } from '@zhuiyuan/contract/trace/product/product-enums';
import { ShelfUnit } from '@zhuiyuan/contract/trace/lot/shelf-unit';
import { CategoryType } from '@zhuiyuan/contract/category/category';
import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { checkDigit } from '@zhuiyuan/contract/kit/gs1';
import { Review } from '@zhuiyuan/contract/kit/review';
import { FirmDraft } from '@zhuiyuan/contract/parties/firm/firm-draft';
import { ProductDraft } from '@zhuiyuan/contract/trace/product/product-draft';
import { hashPassword, randomPassword } from '../../access/hash-password.ts';
import type { Db } from '../../kit/db/database.ts';
import { insertFirm } from '../../parties/firm/firm-writes.ts';
import { findOrCreateLot } from '../../trace/lot/find-or-create-lot.ts';
import { insertProduct } from '../../trace/product/product-writes.ts';
import { claimSeeds } from '../../settings/claim-seeds.ts';
import { demoClasses, demoFirms, demoProducts, waitingFirm } from './demo-firms.ts';
import { demoPictures } from './pictures.ts';
import type { SeedParts } from '../first/seed-parts.ts';

/** 企业管理员. */
const firmAdminRole = 2;
const foundedDaysAgo = 420;
const serviceDays = 730;
/** How many days ago the lots of a product were made. */
const lotDays = [18, 104, 196, 349];

/**
 * Two firms with products and a year of lots. Their administrators have passwords nobody knows: reset one under 管理员列表
 * to sign in as that firm.
 */
export const seedTrace = async ({ db }: Pick<SeedParts, 'db'>): Promise<void> => {
  await seedClasses(db);
  const root = await db.selectFrom('admin').select('id').orderBy('id').executeTakeFirstOrThrow();
  for (const [at, demo] of demoFirms.entries()) {
    const firmId = await seedFirm(db, demo, root.id);
    const authorId = await seedAdministrator(db, firmId, demo, `${addDays(shanghaiToday(), -foundedDaysAgo)} 10:30:00`);
    await seedProducts(db, firmId, authorId, at);
  }
};

const seedClasses = async (db: Db): Promise<void> => {
  const fresh = await claimSeeds(
    db,
    'category',
    demoClasses.map(({ id }) => id),
  );
  const rows = demoClasses
    .filter(({ id }) => fresh.has(id))
    .map(({ id, pid, name }) => ({
      id,
      pid,
      name,
      type: CategoryType.product,
      path: pid === 0 ? '/0/' : `/0/${pid}/`,
      sort: 400 - id,
    }));
  if (rows.length > 0)
    await db
      .insertInto('category')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
};

const seedFirm = async (db: Db, { firm, codeQuota }: (typeof demoFirms)[number], rootId: number): Promise<number> => {
  const validFrom = addDays(shanghaiToday(), -foundedDaysAgo);
  const draft = FirmDraft.parse({ ...firm, codeQuota, validFrom, validTo: addDays(validFrom, serviceDays) });
  const { id } = await insertFirm(db, draft, rootId);
  await db
    .updateTable('firm')
    .set({
      audit: Review.passed,
      auditBy: rootId,
      auditAt: `${validFrom} 10:20:00`,
      createdAt: `${validFrom} 09:30:00`,
    })
    .where('id', '=', id)
    .execute();
  return id;
};

/** A firm that signed up yesterday and waits for its review: it can issue nothing, and its staff are told so. */
export const seedWaitingFirm = async ({ db }: Pick<SeedParts, 'db'>): Promise<void> => {
  const root = await db.selectFrom('admin').select('id').orderBy('id').executeTakeFirstOrThrow();
  const yesterday = addDays(shanghaiToday(), -1);
  const draft = FirmDraft.parse({
    ...waitingFirm.firm,
    validFrom: yesterday,
    validTo: addDays(yesterday, serviceDays),
  });
  const { id } = await insertFirm(db, draft, root.id);
  await db
    .updateTable('firm')
    .set({ createdAt: `${yesterday} 15:20:00` })
    .where('id', '=', id)
    .execute();
  await seedAdministrator(db, id, waitingFirm, `${yesterday} 15:40:00`);
};

const seedAdministrator = async (
  db: Db,
  firmId: number,
  { account, realName, firm }: Pick<(typeof demoFirms)[number], 'account' | 'realName'> & { firm: { phone: string } },
  createdAt: string,
): Promise<number> => {
  const { id } = await db
    .insertInto('admin')
    .values({
      firmId,
      account,
      realName,
      phone: firm.phone,
      passwordHash: await hashPassword(randomPassword()),
      createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('adminRole').values({ adminId: id, roleId: firmAdminRole }).execute();
  return id;
};

const seedProducts = async (db: Db, firmId: number, operatorId: number, firmAt: number): Promise<void> => {
  const prefix = demoFirms[firmAt]!.firm.gcp ?? '';
  const brand = demoFirms[firmAt]!.firm.shortName.slice(0, 2);
  for (const [at, product] of demoProducts[firmAt]!.entries()) {
    const [storeName, classId, picture, spec, unit, price, shelfLife, boxNum, caseNum, origin, standardNo, item] =
      product;
    const body = prefix + item;
    const image = demoPictures[picture] ?? '';
    const draft = ProductDraft.parse({
      storeName,
      classId,
      brand,
      spec,
      unit,
      price,
      shelfLife: shelfLife ?? undefined,
      shelfUnit: ShelfUnit.month,
      ...(item ? { gtinKind: GtinKind.gs1, gtin: body + checkDigit(body) } : { gtinKind: GtinKind.internal }),
      boxNum,
      caseNum,
      origin,
      standardNo,
      image,
      images: [image],
      detail: `${storeName}，产自${origin}。每件产品一物一码，扫码可查生产批次与流通记录。`,
    });
    const { id } = await insertProduct(db, draft, { firmId, operatorId });
    await db
      .updateTable('product')
      .set({ createdAt: `${addDays(shanghaiToday(), at - 400)} 14:00:00` })
      .where('id', '=', id)
      .execute();
    await seedLots(db, { productId: id, at, operatorId });
  }
};

const seedLots = async (
  db: Db,
  { productId, at, operatorId }: { productId: number; at: number; operatorId: number },
): Promise<void> => {
  for (const [place, days] of lotDays.toReversed().entries()) {
    const produceDate = addDays(shanghaiToday(), -days - at * 2);
    const lot = await findOrCreateLot(
      db,
      { productId, lot: { lotNo: `L${produceDate.slice(2).replaceAll('-', '')}-${(at % 3) + 1}`, produceDate } },
      { id: operatorId },
    );
    const isNewest = place === lotDays.length - 1;
    await db
      .updateTable('lot')
      .set({
        lineNo: `${(at % 3) + 1} 号线`,
        workshop: `${at % 2 === 0 ? '一' : '二'}车间`,
        team: ['甲班', '乙班', '丙班'][(at + place) % 3]!,
        planQty: 21_000 + ((at * 7 + place * 3) % 9) * 500,
        qcState: isNewest && at % 3 === 2 ? QcState.waiting : QcState.passed,
        createdAt: `${produceDate} 16:40:00`,
      })
      .where('id', '=', lot.id)
      .execute();
  }
};
