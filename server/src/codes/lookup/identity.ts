import { toSeg, toSerial } from '@zhuiyuan/contract/codes/cipher/code-format';
import { identityApi } from '@zhuiyuan/contract/codes/lookup/identity';
import { sql } from 'kysely';
import { randomInt } from 'node:crypto';
import { mountExporter } from '../../jobs/exporter.ts';
import type { App } from '../../kit/http/app-context.ts';
import { findComputedPage, findPage } from '../../kit/db/paging.ts';
import { notFound, Refusal } from '../../kit/refusal.ts';
import { serve } from '../../kit/http/serve.ts';
import { boxesAround, childrenPage } from './boxes-around.ts';
import { codeFacts, findCode } from './code-facts.ts';
import { codeTimeline } from './code-timeline.ts';
import { codeUrlPrefix, printedColumns } from '../cipher/code-url-prefix.ts';
import { changeSegmentState } from '../ops/change-segment-state.ts';
import { segmentExporter } from './segment-exporter.ts';
import { openKeyring } from '../cipher/keyring.ts';
import { segmentColumns, segmentRows, matchingSegments } from '../state/matching-segments.ts';
import { listLotRuns } from './list-lot-runs.ts';
import { listSpans } from './list-spans.ts';

/** Segments, single codes and their whole life, for the console. */
export const mountIdentity = (app: App): void => {
  const keyring = openKeyring(app);
  mountExporter(app, segmentExporter(keyring));
  serve(app, identityApi, {
    async list({ input, db }) {
      const page = await findPage(db, input, matchingSegments(db, input), asNewestSegments, { seg: 'bigint' });
      return { ...page, list: await segmentRows(db, keyring, page.list) };
    },

    spans: ({ input, db }) => listSpans(db, keyring, input),

    ofLot: ({ input, db }) => listLotRuns(db, keyring, input),

    async sample({ input, db }) {
      const segment = await db
        .selectFrom('segment')
        .innerJoin('task', 'task.id', 'segment.taskId')
        .where('segment.seg', '=', input.seg)
        .select(['segment.seg', 'segment.keyV', 'segment.count', 'segment.level', ...printedColumns])
        .executeTakeFirst();
      if (!segment) throw notFound();
      const serials = new Set<number>();
      while (serials.size < Math.min(input.n, segment.count)) serials.add(randomInt(1, segment.count + 1));
      const prefix = codeUrlPrefix(segment, segment.level);
      const places = [...serials].sort((a, b) => a - b).map((serial) => ({ ...segment, serial }));
      const codes = await keyring.readTexts(db, places);
      return places.map(({ serial }, at) => ({ serial, code: codes[at]!, url: prefix + codes[at]! }));
    },

    async query({ input, db }) {
      const rows = [];
      const errors: { text: string; message: string }[] = [];
      for (const text of new Set(input.texts.map((line) => line.trim()).filter(Boolean))) {
        try {
          rows.push(await codeFacts(db, keyring, await findCode(db, keyring, text)));
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          errors.push({ text, message: error.message });
        }
      }
      return { rows, errors };
    },

    info: async ({ input, db }) => codeFacts(db, keyring, await findCode(db, keyring, input.code)),

    parents: ({ input, db }) => boxesAround(db, keyring, { seg: toSeg(input.codeId), serial: toSerial(input.codeId) }),

    children: ({ input, db }) =>
      childrenPage(db, keyring, { seg: toSeg(input.codeId), serial: toSerial(input.codeId) }, input),

    timeline: async ({ input, db }) => codeTimeline(db, keyring, (await findCode(db, keyring, input.code)).unit),

    async scans({ input, db }) {
      const { unit } = await findCode(db, keyring, input.code);
      const matching = db.selectFrom('scanLog').where('seg', '=', unit.seg).where('serial', '=', unit.serial);
      return findComputedPage(db, input, matching, (query) =>
        query
          .select([
            'id',
            'at',
            'verdict',
            'province',
            'city',
            'entry',
            'geoSource',
            'isCounted',
            sql<string>`left(device, 8)`.as('device'),
            sql<string>`coalesce(host(ip), '')`.as('ip'),
          ])
          .orderBy('at', 'desc')
          .orderBy('id', 'desc'),
      );
    },

    async segmentState({ input, db, operator }) {
      await changeSegmentState(db, operator, input);
      return null;
    },
  });
};

const asNewestSegments = (query: Parameters<typeof segmentColumns>[0]) =>
  segmentColumns(query).orderBy('segment.seg', 'desc');
