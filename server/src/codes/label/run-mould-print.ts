import { Sheet, type LabelValues } from '@zhuiyuan/contract/codes/label/elements';
import { labelsAFile, type MouldFace } from '@zhuiyuan/contract/codes/label/mould';
import { ZipWriter } from '@zip.js/zip.js';
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import type { ClaimedJob } from '../../jobs/claim-job.ts';
import type { Ended } from '../../jobs/importer.ts';
import { writeJobFile } from '../../jobs/write-job-file.ts';
import type { App } from '../../kit/http/app-context.ts';
import { openKeyring } from '../cipher/keyring.ts';
import { exportLines } from '../export/export-lines.ts';
import { labelPdf } from './draw-pdf.ts';
import { labelColumns, toValues, type Bound } from './label-values.ts';
import { readImages } from './read-images.ts';

/** What a print is made from, as kept with its job. */
const PrintWish = z.object({
  firmId: z.number(),
  mouldId: z.number(),
  no: z.number(),
  seg: z.number(),
  serialFrom: z.number(),
  count: z.number(),
  sheet: Sheet.schema,
  bound: z.custom<Bound>(),
});

/** Writes labels of codes as a document, or as a zip of documents of 5,000 each. */
export const runMouldPrint = async (app: App, job: ClaimedJob, owner: string, isDue: () => boolean): Promise<Ended> => {
  const { filters: wish } = z.object({ filters: PrintWish }).parse(job.params);
  const { firmId, seg, serialFrom, count, sheet, bound } = wish;
  const db = app.dbOfFirm(firmId);
  const face = (await db
    .selectFrom('mouldVersion')
    .where('mouldId', '=', wish.mouldId)
    .where('no', '=', wish.no)
    .select(['paper', 'elements', 'color'])
    .executeTakeFirstOrThrow()) as unknown as MouldFace;
  const images = await readImages(app, face, { isPatient: true });
  const keyring = openKeyring(app);
  return writeJobFile(app, { job, owner, isDue }, async (path, watched) => {
    const labels = async function* (from: number, to: number): AsyncGenerator<LabelValues> {
      for await (const line of watched(exportLines(db, keyring, [{ seg, from, to }], labelColumns)))
        yield toValues(bound, line);
    };
    const document = (from: number, to: number) =>
      labelPdf(face, labels(from, to), { sheet, images, title: job.taskNo });
    const last = serialFrom + count - 1;
    if (count <= labelsAFile) {
      await pipeline(document(serialFrom, last), createWriteStream(path, { mode: 0o600 }));
      return { extension: 'pdf', name: job.taskNo, type: 'application/pdf' };
    }
    const out = await open(path, 'w', 0o600);
    try {
      const zip = new ZipWriter(
        new WritableStream({ write: (chunk: Uint8Array) => out.writeFile(chunk) }, { highWaterMark: 1 }),
      );
      for (let from = serialFrom; from <= last; from += labelsAFile) {
        const to = Math.min(last, from + labelsAFile - 1);
        const stream = Readable.toWeb(Readable.from(document(from, to))) as ReadableStream<Uint8Array>;
        await zip.add(`labels-${from}-${to}.pdf`, stream, { level: 0 });
      }
      await zip.close();
    } finally {
      await out.close();
    }
    return { extension: 'zip', name: job.taskNo, type: 'application/zip' };
  });
};
