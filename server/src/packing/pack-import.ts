import { OpType } from '@zhuiyuan/contract/codes/state/code-enums';
import { readCodeInput } from '@zhuiyuan/contract/codes/cipher/code-input';
import { flag, id } from '@zhuiyuan/contract/kit/fields';
import { OpSource } from '@zhuiyuan/contract/kit/op-source';
import { PackAct } from '@zhuiyuan/contract/packing/pack-log';
import { z } from 'zod';
import type { Keyring } from '../codes/cipher/keyring.ts';
import { growFileOp } from '../codes/ops/grow-file-op.ts';
import type { Importer, NumberedRow, Outcome } from '../jobs/importer.ts';
import { joinGroups, type Groups } from '../jobs/join-groups.ts';
import type { Db } from '../kit/db/database.ts';
import { inSavepoint } from '../kit/db/in-savepoint.ts';
import type { Operator } from '../kit/operator.ts';
import { Refusal } from '../kit/refusal.ts';
import { refusedRows } from '../kit/refused-rows.ts';
import { findNamed, isBad, type BadCode, type NamedCode } from './named-codes.ts';
import { keepRefused, type RefusedCode } from './log-refused.ts';
import { packBoxes, type PackAsk } from './pack-boxes.ts';
import { boxOf, codesOf, innermost, isOfChain, linksOf, packColumns, PackLine, type Link } from './pack-lines.ts';

const Params = z.object({
  /** What codes that are not activated yet become. */
  productId: id().optional(),
  lotId: id().optional(),
  allowUnfull: flag.default(false),
});
type Params = z.output<typeof Params>;

/** A link of some lines, which say it alike. */
interface RowLink extends Link {
  rows: number[];
}

/** What is said of a refused link beside its column: what it was about, for the log. */
interface OfLink {
  box: string;
  code: string;
}

const refusalOf = ({ code, message }: Refusal, { parent, child }: Link, isOfChild: boolean): Refusal => {
  const link: OfLink = { box: parent.text, code: isOfChild ? child.text : '' };
  return new Refusal(code, message, { fields: [{ field: (isOfChild ? child : parent).field }], link });
};

const ofBad = ({ errCode, errMsg }: BadCode) => new Refusal(errCode, errMsg);

/** Links in one transaction, at least, but for those of one box. */
const rowsAtOnce = 3000;

/** The links of one box. */
interface Group extends PackAsk {
  links: readonly RowLink[];
}

type Outcomes = Map<Link, Outcome | Refusal>;

/** What stands against a box stands against each of its lines; what stands against a code, against the line of it. */
const spread = (refusal: Refusal, { links, children }: Group, outcomes: Outcomes): void => {
  const bad = new Map(
    ((refusal.data as { rows?: BadCode[] } | null)?.rows ?? []).map((row) => [row.code, row] as const),
  );
  for (const [at, link] of links.entries()) {
    const why = bad.get(children[at]!.code);
    if (bad.size === 0) outcomes.set(link, refusalOf(refusal, link, false));
    else if (why) outcomes.set(link, refusalOf(ofBad(why), link, true));
  }
};

/** The boxes of some links, small ones first; what names no code is refused at once. */
const toGroups = (links: readonly RowLink[], named: readonly (NamedCode | BadCode)[], outcomes: Outcomes): Group[] => {
  const byBox = new Map<string, { link: RowLink; parent: NamedCode | BadCode; child: NamedCode | BadCode }[]>();
  for (const [at, link] of links.entries()) {
    const [parent, child] = [named[2 * at]!, named[2 * at + 1]!];
    const known = byBox.get(parent.code);
    if (known) known.push({ link, parent, child });
    else byBox.set(parent.code, [{ link, parent, child }]);
  }
  const groups = [...byBox.values()].flatMap((said): Group[] => {
    const [{ parent }] = said as [(typeof said)[number]];
    const children = said.flatMap(({ child }) => (isBad(child) ? [] : [child]));
    if (isBad(parent)) for (const { link } of said) outcomes.set(link, refusalOf(ofBad(parent), link, false));
    // A line that is no code says so before anything is looked at.
    else if (children.length < said.length) {
      for (const { link, child } of said) if (isBad(child)) outcomes.set(link, refusalOf(ofBad(child), link, true));
    } else return [{ parent, children, unknown: [], asks: children[0]!.level, links: said.map(({ link }) => link) }];
    return [];
  });
  return groups.toSorted((one, other) => one.parent.level - other.parent.level);
};

/** Boxes one after the other of which no code is in two, as a box or in one: such are packed together. */
const intoWaves = (groups: readonly Group[]): Group[][] => {
  const waves: Group[][] = [];
  let seen = new Set<number>();
  for (const group of groups) {
    const codes = [group.parent, ...group.children].map(({ codeId }) => codeId);
    if (waves.length === 0 || codes.some((code) => seen.has(code))) {
      waves.push([]);
      seen = new Set();
    }
    waves.at(-1)!.push(group);
    for (const code of codes) seen.add(code);
  }
  return waves;
};

/** The links of lines, each once, with the lines that say it. */
const toLinks = (rows: readonly NumberedRow<PackLine>[]): RowLink[] => {
  const links = new Map<string, RowLink>();
  for (const { rowNo, row } of rows)
    for (const link of linksOf(row)) {
      const key = `${readCodeInput(link.parent.text).code}\u0000${readCodeInput(link.child.text).code}`;
      const known = links.get(key);
      if (known) known.rows.push(rowNo);
      else links.set(key, { ...link, rows: [rowNo] });
    }
  return [...links.values()];
};

/** Lines that are packed wholly or not at all: those of one chain of codes. Pairs stand each for their box alone. */
const toParcels = (rows: readonly NumberedRow<PackLine>[]): NumberedRow<PackLine>[][] => {
  const pairs = rows.filter(({ row }) => !isOfChain(row));
  const groups: Groups = new Map();
  for (const { rowNo, row } of rows.filter((one) => isOfChain(one.row))) {
    const read = { at: rowNo, rowNo, raw: [], row };
    const known = groups.get(boxOf(row));
    if (known) known.push(read);
    else groups.set(boxOf(row), [read]);
  }
  const chains = joinGroups(groups, codesOf).map((chain) =>
    chain.map(({ rowNo, row }) => ({ rowNo, row: row as PackLine })),
  );
  return pairs.length > 0 ? [pairs, ...chains] : chains;
};

/** Undoes what was packed of a chain. */
class ChainRefused extends Refusal {}

interface PackRun {
  db: Db;
  keyring: Keyring;
  operator: Operator;
  opId: number;
  params: Params;
}

/** Packs boxes that need not all succeed; tells what came of each of their links. */
const packGroups = async (
  { db, keyring, operator, opId, params }: PackRun,
  groups: readonly Group[],
  outcomes: Outcomes,
): Promise<void> => {
  const pack = async (wave: readonly Group[]): Promise<void> => {
    try {
      const packed = await inSavepoint(db, () => packBoxes(db, keyring, operator, opId, wave, params));
      for (const [at, group] of wave.entries()) {
        const one = packed[at]!;
        if (one instanceof Refusal) spread(one, group, outcomes);
        else
          for (const [nth, link] of group.links.entries())
            outcomes.set(link, one.same.has(group.children[nth]!.codeId) ? 'skip' : 'done');
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (wave.length === 1) return spread(error, wave[0]!, outcomes);
      // It stands against all of them together: the halves are tried, down to the box that it is about.
      const middle = wave.length >> 1;
      await pack(wave.slice(0, middle));
      await pack(wave.slice(middle));
    }
  };
  for (const wave of intoWaves(groups)) await pack(wave);
};

const isRefused = (outcomes: Outcomes): boolean => [...outcomes.values()].some((one) => one instanceof Refusal);

/** Packs the boxes of a chain and the case around them: all or none. */
const packChain = async (run: PackRun, groups: readonly Group[], outcomes: Outcomes): Promise<void> => {
  const tried: Outcomes = new Map();
  try {
    if (isRefused(outcomes)) return;
    await inSavepoint(run.db, async () => {
      await packGroups(run, groups, tried);
      if (isRefused(tried)) throw new ChainRefused(0, '');
    });
    for (const [link, outcome] of tried) outcomes.set(link, outcome);
  } catch (error) {
    if (!(error instanceof ChainRefused)) throw error;
    for (const [link, outcome] of tried) if (outcome instanceof Refusal) outcomes.set(link, outcome);
  }
};

/** What came of each line: what of it was refused, else whether any of it is new. */
const toOutcomes = (rows: readonly NumberedRow<PackLine>[], links: readonly RowLink[], outcomes: Outcomes) => {
  const byRow = new Map<number, (Outcome | Refusal | 'undone')[]>(rows.map(({ rowNo }) => [rowNo, []]));
  for (const link of links) for (const rowNo of link.rows) byRow.get(rowNo)!.push(outcomes.get(link) ?? 'undone');
  return rows.map(({ rowNo }) => {
    const told = byRow.get(rowNo)!;
    const refused = told.find((one) => one instanceof Refusal);
    return refused ?? (['undone', 'done', 'skip'] as const).find((one) => told.includes(one))!;
  });
};

/**
 * 包装关联: lines of a box and a code in it, in any order. The lines of a box, wherever they stand, are one packing: all or none. Lines
 * of case, box and item are one packing with their case. Many boxes are one transaction, each refused alone.
 */
export const packImporter = (keyring: Keyring): Importer<PackLine, Params> => ({
  biz: 'pack',
  may: 'admin:identity:pack:import',
  columns: packColumns,
  row: PackLine,
  params: Params,
  unique: { column: (row) => innermost(row).field, of: (row) => innermost(row).code },
  together: {
    groupBy: boxOf,
    alongside: codesOf,
    batchSize: rowsAtOnce,
    othersText: '同箱其他行有误，本箱未执行',
    async apply({ db, firmId, operator, params, taskId }, rows) {
      const outcomes: Outcomes = new Map();
      const parcels = toParcels(rows).map((lines) => ({ lines, links: toLinks(lines) }));
      const links = parcels.flatMap((parcel) => parcel.links);
      const named = await findNamed(
        db,
        keyring,
        links.flatMap(({ parent, child }) => [parent.text, child.text]),
      );
      const file = { firmId, operatorId: operator.id, taskId, key: 'pack', rowNo: rows[0]!.rowNo };
      const op = await growFileOp(db, file, { opType: OpType.pack, params: {} }, {});
      const run: PackRun = { db, keyring, operator, opId: op.id, params };
      let at = 0;
      for (const { lines, links: own } of parcels) {
        const found: Outcomes = new Map();
        const groups = toGroups(own, named.slice(2 * at, 2 * (at + own.length)), found);
        at += own.length;
        await (isOfChain(lines[0]!.row) ? packChain : packGroups)(run, groups, found);
        for (const [link, outcome] of found) outcomes.set(link, outcome);
      }
      const told = [...outcomes.values()];
      const done = {
        ok: told.filter((one) => one === 'done').length,
        repeat: told.filter((one) => one === 'skip').length,
      };
      if (done.ok + done.repeat > 0) await op.add(done);
      // What of a refused box was not wrong itself is told so by whoever runs the import.
      return toOutcomes(rows, links, outcomes);
    },
  },
  async refused({ db, firmId, operator }, rows) {
    const refused = new Map<string, RefusedCode>();
    for (const { row, refusal } of rows)
      for (const { errCode, errMsg } of refusedRows(refusal)) {
        const link = (refusal.data as { link?: OfLink } | null)?.link ?? { box: boxOf(row), code: innermost(row).code };
        // What stands against a box is said at each of its lines, and kept once.
        refused.set(`${readCodeInput(link.box).code} ${link.code}`, { ...link, errCode, errMsg });
      }
    const attempt = { act: PackAct.into, operatorId: operator.id, firmId, opSrc: OpSource.task };
    await keepRefused(db, keyring, attempt, [...refused.values()]);
  },
});
