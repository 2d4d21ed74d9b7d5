import type { TraceDetail } from '@zhuiyuan/contract/trace/trace-detail';
import { shownGtin } from '@zhuiyuan/contract/kit/gs1';
import { GtinKind, shelfText } from '@zhuiyuan/contract/trace/product/product-enums';
import { QcState } from '@zhuiyuan/contract/trace/lot/lot-states';
import { z } from 'zod';
import type { Db } from '../../kit/db/database.ts';
import { ask } from '../../kit/db/events.ts';
import { publicFlows } from '../flow/public-flows.ts';
import { paperAddress } from './public-paper.ts';

/** What a trace is asked for. */
export interface TraceSubject {
  firmId: number;
  productId: number;
  lotId: number | null;
  /** The code itself; without one (a preview) only steps of the whole lot are told. */
  seg?: number | null;
  serial?: number | null;
  /** The text that was scanned. */
  code?: string;
}

declare module '../../kit/db/events.ts' {
  interface Questions {
    /** The way an item went, as far as its firm shows it. */
    'trace.logistics': { asks: TraceSubject; answers: TraceDetail['logistics'] };
    /** Under which identifier an item is registered. */
    'trace.identifier': { asks: TraceSubject; answers: TraceDetail['identifier'] };
  }
}

/** A trace that tells nothing, as codes get it that may not show their product. */
export const emptyTrace: TraceDetail = {
  product: null,
  lot: null,
  firm: null,
  flows: [],
  logistics: [],
  reports: [],
  certs: [],
  identifier: null,
  chain: { ok: true, count: 0 },
};

const Addresses = z.array(z.string());

/** Everything a firm publishes about an item; the long text of the product only on wish. */
export const traceDetail = async (
  db: Db,
  subject: TraceSubject,
  { withText, masterKey }: { withText: boolean; masterKey: Buffer },
): Promise<TraceDetail> => {
  const { firmId, productId, lotId, seg, serial } = subject;
  const [product, lot, firm, told, identifier, logistics] = await Promise.all([
    db
      .selectFrom('product')
      .where('id', '=', productId)
      .where('firmId', '=', firmId)
      .select(['brand', 'spec', 'origin', 'gtinKind', 'gtin', 'shelfLife', 'shelfUnit', 'standardNo', 'licenseNo'])
      .select(['price', 'image', 'images', 'video', 'detail'])
      .executeTakeFirst(),
    lotId === null
      ? undefined
      : db
          .selectFrom('lot')
          .where('id', '=', lotId)
          .where('firmId', '=', firmId)
          .select(['lotNo', 'produceDate', 'expireDate', 'workshop', 'lineNo', 'team', 'qcState', 'qcFile'])
          .executeTakeFirst(),
    db
      .selectFrom('firm')
      .where('id', '=', firmId)
      .select(['name', 'intro', 'images', 'website', 'address', 'lng', 'lat', 'licenseImage'])
      .executeTakeFirst(),
    lotId === null
      ? { flows: emptyTrace.flows, chain: emptyTrace.chain }
      : publicFlows(db, { productId, lotId, seg: seg ?? 0, serial: serial ?? 0 }),
    ask(db, 'trace.identifier', subject),
    ask(db, 'trace.logistics', subject),
  ]);
  const images = product ? Addresses.parse(product.images) : [];
  return {
    ...emptyTrace,
    identifier,
    logistics,
    product: product
      ? {
          brand: product.brand,
          spec: product.spec,
          origin: product.origin,
          // a number of our own making means nothing outside of the platform
          gtin: product.gtinKind === GtinKind.gs1 ? shownGtin(product.gtin ?? '') : '',
          shelfLife: product.shelfLife ? shelfText(product.shelfLife, product.shelfUnit) : '',
          standardNo: product.standardNo,
          licenseNo: product.licenseNo,
          price: product.price,
          images: images.length > 0 ? images : [product.image].filter(Boolean),
          video: product.video,
          detail: withText ? product.detail : '',
        }
      : null,
    lot: lot
      ? {
          lotNo: lot.lotNo,
          produceDate: lot.produceDate,
          expireDate: lot.expireDate,
          workshop: lot.workshop,
          lineNo: lot.lineNo,
          team: lot.team,
          qcState: lot.qcState === QcState.passed ? QcState.label(lot.qcState) : '',
        }
      : null,
    firm: firm
      ? {
          name: firm.name,
          intro: firm.intro,
          images: Addresses.parse(firm.images),
          website: firm.website,
          address: firm.address,
          lng: firm.lng,
          lat: firm.lat,
        }
      : null,
    flows: told.flows.map((flow) => ({
      ...flow,
      images: flow.images.map((image) => paperAddress(masterKey, image)),
      files: flow.files.map(({ title, url }) => ({ title, url: paperAddress(masterKey, url) })),
    })),
    chain: told.chain,
    reports:
      lot?.qcFile && lot.qcState === QcState.passed
        ? [{ title: `批次 ${lot.lotNo} 检测报告`, url: paperAddress(masterKey, lot.qcFile) }]
        : [],
    certs: firm?.licenseImage ? [{ title: '营业执照', url: paperAddress(masterKey, firm.licenseImage) }] : [],
  };
};
