import { Life, Shipping } from '@zhuiyuan/contract/codes/code-enums';
import type { CodeColumn } from '@zhuiyuan/contract/codes/code-export';
import { codeFormats, codeIdOf, type Face } from '@zhuiyuan/contract/codes/code-format';
import { LRUCache } from 'lru-cache';
import { sql } from 'kysely';
import type { Db } from '../kit/database.ts';
import { codeBatch, type CodeBatch } from './code-batch.ts';
import { codeUrlPrefix } from './code-url.ts';
import type { Keyring, KeyGeneration } from './keyring.ts';
import { parentPlaces, placeKey, type Place } from './parent-places.ts';
import type { Run } from './ranges.ts';
import { verifyCodeOf } from './verify-code.ts';

/** Codes that are read and written at once: what an export holds in memory. */
const atOnce = 4096;
const keptNames = 5000;

export type CodeLine = Partial<Record<CodeColumn, string | number>>;

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

interface State {
  productId: number | null;
  lotId: number | null;
  life: 0 | 1 | 2 | 3;
  shipStatus: number;
}

/** Lines of runs of codes for an export, with the asked columns; memory does not grow with their number. */
export async function* exportLines(
  db: Db,
  keyring: Keyring,
  runs: readonly Run[],
  columns: ReadonlySet<CodeColumn>,
): AsyncGenerator<CodeLine> {
  const names = new Names(db, keyring);
  for (const run of runs) {
    const segment = await readSegment(db, keyring, run.seg);
    for (let from = run.from; from <= run.to; from += atOnce)
      yield* linesOf(db, names, segment, from, Math.min(run.to, from + atOnce - 1), columns);
  }
}

const readSegment = async (db: Db, keyring: Keyring, seg: number): Promise<Segment> => {
  const { urlStyle, urlHost, urlPrefix, gtin, ...segment } = await db
    .selectFrom('segment')
    .innerJoin('task', 'task.id', 'segment.taskId')
    .leftJoin('product', (join) => join.onRef('product.id', '=', 'task.productId'))
    .where('segment.seg', '=', seg)
    .select([
      'segment.seg',
      'segment.firmId',
      'segment.keyV',
      'segment.level',
      'segment.faces',
      'segment.pinLen',
      'segment.state',
      'task.urlStyle',
      'task.urlHost',
      'task.urlPrefix',
      'product.gtin',
    ])
    .executeTakeFirstOrThrow();
  const generation = segment.keyV === null ? undefined : await keyring.generation(segment.keyV);
  const batch = generation && codeBatch({ format: generation.fmt, v: generation.v, key: generation.key });
  return { ...segment, urlPrefix: urlPrefix || codeUrlPrefix({ urlStyle, urlHost }, gtin), generation, batch };
};

async function* linesOf(
  db: Db,
  names: Names,
  segment: Segment,
  from: number,
  to: number,
  columns: ReadonlySet<CodeColumn>,
): AsyncGenerator<CodeLine> {
  const has = (...some: CodeColumn[]) => some.some((column) => columns.has(column));
  const count = to - from + 1;
  const ext = segment.batch ? undefined : await readExt(db, segment, from, to);
  const texts = has('code', 'url') ? faceOf(segment, ext, 0, from, count) : undefined;
  const inner = has('innerCode', 'innerUrl') && segment.faces === 2 ? faceOf(segment, ext, 1, from, count) : undefined;
  const states = has('storeName', 'lotNo', 'life', 'shipStatus')
    ? await readStates(db, names, segment, from, to)
    : undefined;
  const scans = has('firstScanAt') ? await readScans(db, segment, from, to) : undefined;
  const parents = has('boxCode', 'caseCode') ? await readParents(db, names, segment, from, to) : undefined;
  for (let at = 0; at < count; at += 1) {
    const serial = from + at;
    const line: CodeLine = { serial };
    const code = texts?.[at] ?? '';
    line.code = code;
    line.url = code && segment.urlPrefix + code;
    const hidden = inner?.[at] ?? '';
    line.innerCode = hidden;
    line.innerUrl = hidden && segment.urlPrefix + hidden;
    if (columns.has('pin')) line.pin = pinOf(segment, ext, serial);
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

const faceOf = (
  { seg, batch, generation }: Segment,
  ext: Map<number, ExtText> | undefined,
  face: Face,
  from: number,
  count: number,
): string[] => {
  if (!batch || !generation)
    return Array.from({ length: count }, (_, at) => {
      const text = ext?.get(from + at);
      return (face === 1 ? text?.innerText : text?.text) ?? '';
    });
  const { length } = codeFormats[generation.fmt];
  const bytes = Buffer.alloc(count * length);
  batch.encode({ face, seg, serial: from }, count, bytes, 0, length);
  const all = bytes.toString('latin1');
  return Array.from({ length: count }, (_, at) => all.slice(at * length, (at + 1) * length));
};

const pinOf = ({ seg, generation, pinLen }: Segment, ext: Map<number, ExtText> | undefined, serial: number): string => {
  if (pinLen === 0) return '';
  return generation ? verifyCodeOf(generation.pinKey, codeIdOf(seg, serial), pinLen) : (ext?.get(serial)?.pin ?? '');
};

/** Binding, life and shipping of a run: its spans laid over each other, single codes on top by their order. */
const readStates = async (db: Db, names: Names, segment: Segment, from: number, to: number): Promise<State[]> => {
  const { seg, firmId } = segment;
  const spans = await sql<{ kind: number; a: number; b: number; payload: Record<string, number>; seq: number }>`
    select kind, greatest(lower(span), ${from}::int8) as a, least(upper(span) - 1, ${to}::int8) as b, payload, seq from code_span
    where seg = ${seg} and firm_id = ${firmId} and kind in (1, 2, 4) and span && int8range(${from}, ${to}, '[]')`.execute(
    db,
  );
  const units = await db
    .selectFrom('codeUnit')
    .where('seg', '=', seg)
    .where('serial', '>=', from)
    .where('serial', '<=', to)
    .select(['serial', 'bindProduct', 'bindLot', 'bindSeq', 'voidKind', 'voidSeq', 'shipStatus', 'shipSeq'])
    .execute();
  const facts = Array.from({ length: to - from + 1 }, () => ({
    bind: { productId: null as number | null, lotId: null as number | null, seq: 0 },
    stop: { kind: 0, seq: 0, isVoid: segment.state === 2 },
    ship: { status: 0, seq: 0 },
  }));
  for (const { kind, a, b, payload, seq } of spans.rows)
    for (let serial = a; serial <= b; serial += 1) {
      const fact = facts[serial - from]!;
      if (kind === 1) fact.bind = { productId: payload.productId ?? null, lotId: payload.lotId ?? null, seq };
      if (kind === 2)
        fact.stop = { kind: payload.voidKind ?? 0, seq, isVoid: fact.stop.isVoid || payload.voidKind === 2 };
      if (kind === 4) fact.ship = { status: payload.shipStatus ?? 0, seq };
    }
  for (const unit of units) {
    const { bind, stop, ship } = facts[unit.serial - from]!;
    if ((unit.bindSeq ?? 0) > bind.seq) Object.assign(bind, { productId: unit.bindProduct, lotId: unit.bindLot });
    if (unit.voidKind === 2) stop.isVoid = true;
    if ((unit.voidSeq ?? 0) > stop.seq) stop.kind = unit.voidKind ?? 0;
    if ((unit.shipSeq ?? 0) > ship.seq) ship.status = unit.shipStatus ?? 0;
  }
  await names.read(facts.map(({ bind }) => bind));
  return facts.map(({ bind, stop, ship }) => ({
    productId: bind.productId,
    lotId: bind.lotId,
    life: stop.isVoid
      ? 2
      : stop.kind === 3 || segment.state === 1 || names.isRecalled(bind.lotId)
        ? 3
        : bind.productId === null
          ? 0
          : 1,
    shipStatus: ship.status,
  }));
};

const readScans = async (db: Db, { seg }: Segment, from: number, to: number): Promise<Map<number, string>> => {
  const rows = await db
    .selectFrom('unitScan')
    .where('seg', '=', seg)
    .where('serial', '>=', from)
    .where('serial', '<=', to)
    .where('firstAt', 'is not', null)
    .select(['serial', 'firstAt'])
    .execute();
  return new Map(rows.map(({ serial, firstAt }) => [serial, firstAt!]));
};

const readParents = async (
  db: Db,
  names: Names,
  { seg, firmId }: Segment,
  from: number,
  to: number,
): Promise<Map<number, { box?: string; crate?: string }>> => {
  const places = Array.from({ length: to - from + 1 }, (_, at) => ({ seg, serial: from + at }));
  const first = await parentPlaces(db, firmId, places);
  const boxes = new Map([...first.values()].filter(({ level }) => level === 1).map((box) => [placeKey(box), box]));
  const second = await parentPlaces(db, firmId, [...boxes.values()]);
  const found = new Map<number, { box?: string; crate?: string }>();
  for (const { serial } of places) {
    const parent = first.get(placeKey({ seg, serial }));
    if (!parent) continue;
    const above = parent.level === 1 ? second.get(placeKey(parent)) : undefined;
    const crate = parent.level === 2 ? parent : above;
    found.set(serial, {
      ...(parent.level === 1 ? { box: await names.code(parent) } : {}),
      ...(crate ? { crate: await names.code(crate) } : {}),
    });
  }
  return found;
};

/** Names of products and lots, and texts of boxes, read once while they are near. */
class Names {
  private readonly products = new Map<number, string>();
  private readonly lots = new Map<number, { lotNo: string; isRecalled: boolean }>();
  private readonly codes = new LRUCache<string, string>({ max: keptNames });

  constructor(
    private readonly db: Db,
    private readonly keyring: Keyring,
  ) {}

  async read(binds: readonly { productId: number | null; lotId: number | null }[]): Promise<void> {
    const products = [...new Set(binds.flatMap(({ productId }) => productId ?? []))].filter(
      (id) => !this.products.has(id),
    );
    const lots = [...new Set(binds.flatMap(({ lotId }) => lotId ?? []))].filter((id) => !this.lots.has(id));
    if (products.length > 0)
      for (const { id, storeName } of await this.db
        .selectFrom('product')
        .where('id', 'in', products)
        .select(['id', 'storeName'])
        .execute())
        this.products.set(id, storeName);
    if (lots.length > 0)
      for (const { id, lotNo, recallState } of await this.db
        .selectFrom('lot')
        .where('id', 'in', lots)
        .select(['id', 'lotNo', 'recallState'])
        .execute())
        this.lots.set(id, { lotNo, isRecalled: recallState === 1 });
  }

  product(id: number | null): string {
    return (id === null ? undefined : this.products.get(id)) ?? '';
  }

  lot(id: number | null): string {
    return (id === null ? undefined : this.lots.get(id)?.lotNo) ?? '';
  }

  isRecalled(lotId: number | null): boolean {
    return lotId !== null && this.lots.get(lotId)?.isRecalled === true;
  }

  async code(place: Place & { keyV: string | null }): Promise<string> {
    const key = placeKey(place);
    const known = this.codes.get(key);
    if (known !== undefined) return known;
    const text = await this.keyring.textOf(place, place.serial);
    this.codes.set(key, text);
    return text;
  }
}
