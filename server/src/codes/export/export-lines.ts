import { Faces, Life, Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import type { CodeColumn } from '@zhuiyuan/contract/codes/export/code-export';
import { codeFormats, toCodeId } from '@zhuiyuan/contract/codes/cipher/code-format';
import { Face } from '@zhuiyuan/contract/codes/cipher/face';
import type { Db } from '../../kit/db/database.ts';
import { codeBatch, type CodeBatch } from '../cipher/code-batch.ts';
import { codeUrlPrefix, printedColumns } from '../cipher/code-url-prefix.ts';
import { readParents, readScans, readStates } from './read-states.ts';
import { ExportNames } from './export-names.ts';
import type { Keyring, KeyGeneration } from '../cipher/keyring.ts';
import type { Run } from '../state/ranges.ts';
import { toVerifyCode } from '../cipher/to-verify-code.ts';

/** Codes that are read and written at once: what an export holds in memory. */
export const linesAtOnce = 4096;

/** A line beside its place, by which the next one is found. */
export type CodeLine = Partial<Record<CodeColumn, string | number>> & { seg: number; serial: number };

interface Segment {
  seg: number;
  firmId: number;
  keyV: string | null;
  level: number;
  faces: number;
  pinLen: number;
  state: number;
  urlPrefix: string;
  generation?: KeyGeneration;
  batch?: CodeBatch;
}

/** Lines of runs of codes for an export, with the asked columns; memory does not grow with their number. */
export async function* exportLines(
  db: Db,
  keyring: Keyring,
  runs: readonly Run[],
  columns: ReadonlySet<CodeColumn>,
): AsyncGenerator<CodeLine> {
  const names = new ExportNames(db, keyring);
  for (const run of runs) {
    const segment = await readSegment(db, keyring, run.seg);
    for (let from = run.from; from <= run.to; from += linesAtOnce)
      yield* readLines(db, names, segment, from, Math.min(run.to, from + linesAtOnce - 1), columns);
  }
}

const readSegment = async (db: Db, keyring: Keyring, seg: number): Promise<Segment> => {
  const { urlStyle, urlHost, urlPrefix, gtin, gtinBox, gtinCase, ...segment } = await db
    .selectFrom('segment')
    .innerJoin('task', 'task.id', 'segment.taskId')
    .where('segment.seg', '=', seg)
    .select([
      'segment.seg',
      'segment.firmId',
      'segment.keyV',
      'segment.level',
      'segment.faces',
      'segment.pinLen',
      'segment.state',
      ...printedColumns,
    ])
    .executeTakeFirstOrThrow();
  const generation = segment.keyV === null ? undefined : await keyring.generation(db, segment.keyV);
  const batch = generation && codeBatch({ format: generation.fmt, v: generation.v, key: generation.key });
  const task = { urlStyle, urlHost, urlPrefix, gtin, gtinBox, gtinCase };
  return { ...segment, urlPrefix: codeUrlPrefix(task, segment.level), generation, batch };
};

async function* readLines(
  db: Db,
  names: ExportNames,
  segment: Segment,
  from: number,
  to: number,
  columns: ReadonlySet<CodeColumn>,
): AsyncGenerator<CodeLine> {
  const has = (...some: CodeColumn[]) => some.some((column) => columns.has(column));
  const count = to - from + 1;
  const ext = segment.batch ? undefined : await readExt(db, segment, from, to);
  const texts = has('code', 'url') ? toFaceText(segment, ext, 0, from, count) : undefined;
  const inner =
    has('innerCode', 'innerUrl') && segment.faces === Faces.both ? toFaceText(segment, ext, 1, from, count) : undefined;
  const states = has('storeName', 'lotNo', 'life', 'shipStatus')
    ? await readStates(db, names, segment, from, to)
    : undefined;
  const scans = has('firstScanAt') ? await readScans(db, segment, from, to) : undefined;
  const parents = has('boxCode', 'caseCode') ? await readParents(db, names, segment, from, to) : undefined;
  for (let at = 0; at < count; at += 1) {
    const serial = from + at;
    const line: CodeLine = { seg: segment.seg, serial };
    const code = texts?.[at] ?? '';
    line.code = code;
    line.url = code && segment.urlPrefix + code;
    const hidden = inner?.[at] ?? '';
    line.innerCode = hidden;
    line.innerUrl = hidden && segment.urlPrefix + hidden;
    if (columns.has('pin')) line.pin = toPin(segment, ext, serial);
    const above = parents?.get(serial);
    line.boxCode = above?.box ?? '';
    line.caseCode = above?.crate ?? '';
    const state = states?.[at];
    if (state) {
      line.storeName = names.product(state.productId);
      line.lotNo = names.lot(state.lotId);
      line.life = Life.label(state.life);
      line.shipStatus = Shipping.label(state.shipStatus);
    }
    line.firstScanAt = scans?.get(serial) ?? '';
    yield line;
  }
}

interface ExtText {
  text: string;
  innerText: string | null;
  pin: string | null;
}

const readExt = async (db: Db, { seg }: Segment, from: number, to: number): Promise<Map<number, ExtText>> => {
  const rows = await db
    .selectFrom('codeExtText')
    .where('seg', '=', seg)
    .where('serial', '>=', from)
    .where('serial', '<=', to)
    .select(['serial', 'text', 'innerText', 'pin'])
    .execute();
  return new Map(rows.map(({ serial, ...text }) => [serial, text]));
};

const toFaceText = (
  { seg, batch, generation }: Segment,
  ext: Map<number, ExtText> | undefined,
  face: Face,
  from: number,
  count: number,
): string[] => {
  if (!batch || !generation)
    return Array.from({ length: count }, (_, at) => {
      const text = ext?.get(from + at);
      return (face === Face.inner ? text?.innerText : text?.text) ?? '';
    });
  const { length } = codeFormats[generation.fmt];
  const bytes = Buffer.alloc(count * length);
  batch.encode({ face, seg, serial: from }, count, bytes, 0, length);
  const all = bytes.toString('latin1');
  return Array.from({ length: count }, (_, at) => all.slice(at * length, (at + 1) * length));
};

const toPin = ({ seg, generation, pinLen }: Segment, ext: Map<number, ExtText> | undefined, serial: number): string => {
  if (pinLen === 0) return '';
  return generation ? toVerifyCode(generation.pinKey, toCodeId(seg, serial), pinLen) : (ext?.get(serial)?.pin ?? '');
};
