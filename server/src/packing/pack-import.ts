import { OpType } from '@zhuiyuan/contract/codes/state/code-enums';
import { readCodeInput } from '@zhuiyuan/contract/codes/cipher/code-input';
import { flag, id } from '@zhuiyuan/contract/kit/fields';
import { OpSource } from '@zhuiyuan/contract/kit/op-source';
import { PackAct } from '@zhuiyuan/contract/packing/pack-log';
import { z } from 'zod';
import type { Keyring } from '../codes/cipher/keyring.ts';
import { growFileOp } from '../codes/ops/grow-file-op.ts';
import type { Importer, NumberedRow, Outcome } from '../jobs/importer.ts';
import { inSavepoint } from '../kit/db/in-savepoint.ts';
import { Refusal } from '../kit/refusal.ts';
import { refusedRows } from '../kit/refused-rows.ts';
import { findNamed, isBad, type BadCode, type NamedCode } from './named-codes.ts';
import { keepRefused, type RefusedCode } from './log-refused.ts';
import { packBoxes, type PackAsk } from './pack-boxes.ts';

const codeCell = (title: string) =>
  z
    .string({ error: `请填写${title}` })
    .trim()
    .min(1, `请填写${title}`)
    .max(512, `${title}过长`);
const Line = z.object({ parentCode: codeCell('箱码'), childCode: codeCell('下级码') });
type Line = z.output<typeof Line>;

const Params = z.object({
  /** What codes that are not activated yet become. */
  productId: id().optional(),
  lotId: id().optional(),
  allowUnfull: flag.default(false),
});
type Params = z.output<typeof Params>;

/** The columns of the box and of the code: what stands against one of them names it. */
const parentField = 'parentCode';

const childField = 'childCode';
const fieldOf = ({ data }: Refusal): string | undefined =>
  (data as { fields?: { field: string }[] } | null)?.fields?.[0]?.field;

const toRefusal = ({ errCode, errMsg }: BadCode, field: keyof Line): Refusal =>
  new Refusal(errCode, errMsg, { fields: [{ field }] });

/** Lines in one transaction, and the boxes they are about. */
const rowsAtOnce = 3000;

/** The lines of one box. */
interface Group extends PackAsk {
  rows: readonly NumberedRow<Line>[];
}

type Outcomes = Map<number, Outcome | Refusal>;

/** What stands against a box stands against each of its lines; what stands against a code, against the line of it. */
const spread = (refusal: Refusal, { rows, children }: Group, outcomes: Outcomes): void => {
  const bad = new Map(
    ((refusal.data as { rows?: BadCode[] } | null)?.rows ?? []).map((row) => [row.code, row] as const),
  );
  for (const [at, { rowNo }] of rows.entries()) {
    const why = bad.get(children[at]!.code);
    if (bad.size === 0)
      outcomes.set(rowNo, new Refusal(refusal.code, refusal.message, { fields: [{ field: parentField }] }));
    else if (why) outcomes.set(rowNo, toRefusal(why, childField));
  }
};

/** The boxes of some lines; what names no code is refused at once. */
const toGroups = (
  rows: readonly NumberedRow<Line>[],
  named: readonly (NamedCode | BadCode)[],
  outcomes: Outcomes,
): Group[] => {
  const byBox = new Map<
    string,
    { row: NumberedRow<Line>; parent: NamedCode | BadCode; child: NamedCode | BadCode }[]
  >();
  for (const [at, row] of rows.entries()) {
    const [parent, child] = [named[2 * at]!, named[2 * at + 1]!];
    const lines = byBox.get(parent.code);
    if (lines) lines.push({ row, parent, child });
    else byBox.set(parent.code, [{ row, parent, child }]);
  }
  return [...byBox.values()].flatMap((lines) => {
    const [{ parent }] = lines as [(typeof lines)[number]];
    const children = lines.flatMap(({ child }) => (isBad(child) ? [] : [child]));
    if (isBad(parent)) for (const { row } of lines) outcomes.set(row.rowNo, toRefusal(parent, parentField));
    // A line that is no code says so before anything is looked at.
    else if (children.length < lines.length) {
      for (const { row, child } of lines) if (isBad(child)) outcomes.set(row.rowNo, toRefusal(child, childField));
    } else return [{ parent, children, unknown: [], asks: children[0]!.level, rows: lines.map(({ row }) => row) }];
    return [];
  });
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

/**
 * 包装关联: lines of a box and a code in it. The lines of a box, wherever they stand, are one packing: all or none. Many boxes are
 * one transaction, each refused alone.
 */
export const packImporter = (keyring: Keyring): Importer<Line, Params> => ({
  biz: 'pack',
  may: 'admin:identity:pack:import',
  columns: [
    { title: '箱码', key: 'parentCode', isRequired: true, width: 28 },
    { title: '下级码', key: 'childCode', isRequired: true, width: 28, example: '产品码；大箱填小箱码' },
  ],
  row: Line,
  params: Params,
  unique: { column: 'childCode', of: ({ childCode }) => readCodeInput(childCode).code },
  together: {
    groupBy: ({ parentCode }) => readCodeInput(parentCode).code,
    batchSize: rowsAtOnce,
    othersText: '同箱其他行有误，本箱未执行',
    async apply({ db, firmId, operator, params, taskId }, rows) {
      const outcomes: Outcomes = new Map();
      const texts = rows.flatMap(({ row }) => [row.parentCode, row.childCode]);
      const groups = toGroups(rows, await findNamed(db, keyring, texts), outcomes);
      if (groups.length > 0) {
        const file = { firmId, operatorId: operator.id, taskId, key: 'pack', rowNo: rows[0]!.rowNo };
        const op = await growFileOp(db, file, { opType: OpType.pack, params: {} }, {});
        const done = { ok: 0, repeat: 0 };
        const pack = async (wave: readonly Group[]): Promise<void> => {
          try {
            const packed = await inSavepoint(db, () => packBoxes(db, keyring, operator, op.id, wave, params));
            for (const [at, group] of wave.entries()) {
              const one = packed[at]!;
              if (one instanceof Refusal) spread(one, group, outcomes);
              else
                for (const [nth, { rowNo }] of group.rows.entries())
                  outcomes.set(rowNo, one.same.has(group.children[nth]!.codeId) ? 'skip' : 'done');
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
        for (const outcome of outcomes.values()) {
          if (outcome === 'done') done.ok += 1;
          if (outcome === 'skip') done.repeat += 1;
        }
        if (done.ok + done.repeat > 0) await op.add(done);
      }
      // What of a refused box was not wrong itself is told so by whoever runs the import.
      return rows.map(({ rowNo }) => outcomes.get(rowNo) ?? 'undone');
    },
  },
  async refused({ db, firmId, operator }, rows) {
    const refused = new Map<string, RefusedCode>();
    for (const { row, refusal } of rows)
      for (const { errCode, errMsg } of refusedRows(refusal)) {
        const box = readCodeInput(row.parentCode).code;
        // What stands against a box is said at each of its lines, and kept once.
        const isOfBox = fieldOf(refusal) !== childField;
        const code = isOfBox ? '' : row.childCode;
        refused.set(isOfBox ? box : `${box} ${code}`, { box: row.parentCode, code, errCode, errMsg });
      }
    const attempt = { act: PackAct.into, operatorId: operator.id, firmId, opSrc: OpSource.task };
    await keepRefused(db, keyring, attempt, [...refused.values()]);
  },
});
