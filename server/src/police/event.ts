import { policeEventApi, policeHitApi } from '@zhuiyuan/contract/police/police-event';
import { sql } from 'kysely';
import { openKeyring } from '../codes/cipher/keyring.ts';
import { mountExporter, offerExport } from '../jobs/exporter.ts';
import { findPage } from '../kit/db/paging.ts';
import { eachRow } from '../kit/each-row.ts';
import { offerFile } from '../kit/files/offer-file.ts';
import type { App } from '../kit/http/app-context.ts';
import { serve } from '../kit/http/serve.ts';
import { compareEvent } from './compare-event.ts';
import { evidenceOfEvent, readEvidence } from './event-evidence.ts';
import { findHits } from './event-hits.ts';
import { acceptEvent, assignEvent, handleEvent, ignoreEvent, judgeScans } from './event-writes.ts';
import { asEvents, eventExporter, matchingEvents } from './find-events.ts';
import { mapEvent } from './map-event.ts';
import { pathOfHit } from './path-of-hit.ts';
import { readEvent, readStat } from './read-event.ts';

/** 预警事件: what rules warned of, what it rests on, and what staff make of it. */
export const mountPoliceEvent = (app: App): void => {
  const keyring = openKeyring(app);
  mountExporter(app, eventExporter);
  serve(app, policeEventApi, {
    list: ({ input, db }) => findPage(db, input, matchingEvents(db, input), asEvents),
    info: ({ input, db }) => readEvent(db, input.id),
    stat: ({ input, db }) => readStat(db, input),

    async hits({ input, db }) {
      const { page, limit } = input;
      const { list, total } = await findHits(db, keyring, input);
      return { list, total, page, limit, totalPage: Math.ceil(total / limit) };
    },

    compare: ({ input, db }) => compareEvent(db, input.id),
    path: ({ input, db }) => pathOfHit(db, keyring, input),
    map: ({ input, db }) => mapEvent(db, input.id),

    async evidence({ input, db, operator }) {
      const read = await readEvidence(db, keyring, input.id);
      const { rows } = await sql<{ at: string }>`select now() as at`.execute(db);
      const pdf = await evidenceOfEvent(read, { at: rows[0]!.at, by: operator.realName || operator.account });
      const name = `预警证据-${read.event.eventNo}.pdf`;
      return offerFile(app, { db, operator }, { name, content: pdf, type: 'application/pdf' });
    },

    export: ({ input, db, operator }) => offerExport(app, { db, operator }, eventExporter, input),
    accept: ({ input, db, operator }) => acceptEvent(db, input.id, operator.id),
    // In one order, so that two who take the same ones do not wait for each other.
    acceptMany: ({ input, db, operator }) =>
      eachRow(
        input.ids.toSorted((a, b) => a - b),
        (id) => acceptEvent(db, id, operator.id),
      ),
    assign: ({ input, db }) => assignEvent(db, input),
    handle: ({ input, db, operator }) => handleEvent(db, keyring, input, operator),
    ignore: ({ input, db, operator }) => ignoreEvent(db, input, operator.id),
    ignoreMany: ({ input: { ids, reason }, db, operator }) =>
      eachRow(
        ids.toSorted((a, b) => a - b),
        (id) => ignoreEvent(db, { id, reason }, operator.id),
      ),
  });

  serve(app, policeHitApi, {
    judge: async ({ input, db }) => {
      await judgeScans(db, input);
      return null;
    },
  });
};
