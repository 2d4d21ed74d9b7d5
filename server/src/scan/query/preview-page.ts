import { Face } from '@zhuiyuan/contract/codes/cipher/face';
import { RecallState } from '@zhuiyuan/contract/trace/lot/lot-states';
import type { PageTemplate } from '@zhuiyuan/contract/trace/template/page-template';
import type { ScanAnswer } from '@zhuiyuan/contract/scan/query/public-trace';
import { verdictWords } from '@zhuiyuan/contract/codes/state/verdict';
import { fill } from '@zhuiyuan/contract/kit/codes';
import { shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import type { TemplatePreview } from '@zhuiyuan/contract/scan/query/template-preview';
import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';
import { notFound } from '../../kit/refusal.ts';
import { emptyTrace, traceDetail } from '../../trace/template/trace-detail.ts';
import { toPageTemplate, findTemplate } from '../../trace/template/live-template.ts';

/** What a preview shows: a product (absent: the firm's newest) in the look of a template (absent: what shoppers see). */
export interface PreviewSubject {
  firmId?: number;
  productId?: number;
  tempId?: number;
  isPublished: boolean;
}

const requireTemplate = async (db: Db, id: number) => {
  const template = await live(db, 'temp')
    .where('id', '=', id)
    .select(['firmId', 'blocks', 'theme', 'publishVersion'])
    .executeTakeFirst();
  if (!template) throw notFound();
  return template;
};

type FoundTemplate = Awaited<ReturnType<typeof requireTemplate>>;

const findLook = async (
  db: Db,
  id: number,
  template: FoundTemplate,
  isPublished: boolean,
): Promise<PageTemplate | null> => {
  if (!isPublished) return toPageTemplate({ ...template, version: 0 });
  const published = await db
    .selectFrom('tempVersion')
    .where('tempId', '=', id)
    .where('version', '=', template.publishVersion)
    .select(['version', 'blocks', 'theme'])
    .executeTakeFirst();
  return published ? toPageTemplate(published) : null;
};

const shownProduct = async (db: Db, { productId, firmId }: { productId?: number; firmId?: number }) => {
  if (!productId && !firmId) return undefined;
  const found = live(db, 'product')
    .select(['id', 'firmId', 'storeName', 'spec', 'image'])
    .orderBy('id', 'desc')
    .limit(1);
  const product = await (
    productId ? found.where('id', '=', productId) : found.where('firmId', '=', firmId!)
  ).executeTakeFirst();
  if (!product && productId) throw notFound();
  return product;
};

const newestLot = (db: Db, productId: number) =>
  live(db, 'lot')
    .where('productId', '=', productId)
    .where('recallState', '=', RecallState.normal)
    .select(['id', 'lotNo', 'produceDate', 'expireDate'])
    .orderBy('produceDate', 'desc')
    .limit(1)
    .executeTakeFirst();

/** An answer and a trace made of a product's own data, without a code: nothing is asked, counted or recorded. */
export const previewPage = async (
  db: Db,
  masterKey: Buffer,
  subject: PreviewSubject,
): Promise<TemplatePreview & { firmId: number | null }> => {
  const stored = subject.tempId ? await requireTemplate(db, subject.tempId) : undefined;
  const product = await shownProduct(db, { productId: subject.productId, firmId: stored?.firmId ?? subject.firmId });
  const firmId = product?.firmId ?? stored?.firmId ?? subject.firmId;
  if (stored && product && stored.firmId !== product.firmId) throw notFound();
  const firm = firmId
    ? await db.selectFrom('firm').where('id', '=', firmId).select(['name', 'logo', 'servicePhone']).executeTakeFirst()
    : undefined;
  if (firmId && !firm) throw notFound();
  const lot = product && (await newestLot(db, product.id));
  const template = stored
    ? await findLook(db, subject.tempId!, stored, subject.isPublished)
    : product
      ? await findTemplate(db, { firmId: product.firmId, productId: product.id })
      : null;
  const words = verdictWords.FIRST;
  const storeName = product?.storeName ?? '示例产品';
  const firmName = firm?.name ?? '示例企业';
  const now = `${shanghaiToday()} 12:00:00`;
  const answer: ScanAnswer = {
    token: '',
    scanId: null,
    verdict: 'FIRST',
    level: words.level,
    title: words.title,
    text: fill(words.text, { firm: firmName, product: storeName }),
    times: 1,
    firstTime: now,
    firstCity: null,
    scanTime: now,
    scanCity: null,
    needPin: false,
    captcha: false,
    challenge: null,
    firm: { name: firmName, logo: firm?.logo || null, phone: firm?.servicePhone || null },
    product: { storeName, spec: product?.spec || null, image: product?.image || null },
    lotNo: lot?.lotNo ?? null,
    produceDate: lot?.produceDate ?? null,
    expireDate: lot?.expireDate ?? null,
    expired: Boolean(lot?.expireDate && lot.expireDate < shanghaiToday()),
    codeText: 'XXXX XXXX XXXX XXXX',
    face: Face.outer,
    box: null,
    links: [],
    lottery: { enabled: false, activityId: null, entryUrl: null },
    geoWanted: false,
    reportImages: false,
    recallText: null,
    template,
  };
  const detail =
    firmId && product
      ? await traceDetail(db, { firmId, productId: product.id, lotId: lot?.id ?? null }, { withText: true, masterKey })
      : emptyTrace;
  return { answer, detail, firmId: firmId ?? null };
};
