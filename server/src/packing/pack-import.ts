import { OpType } from '@zhuiyuan/contract/codes/state/code-enums';
import { readCodeInput } from '@zhuiyuan/contract/codes/cipher/code-input';
import { flag, id } from '@zhuiyuan/contract/kit/fields';
import { z } from 'zod';
import type { Keyring } from '../codes/cipher/keyring.ts';
import { growFileOp } from '../codes/ops/file/grow-file-op.ts';
import type { Importer } from '../jobs/importer.ts';
import { Refusal } from '../kit/refusal.ts';
import { findNamed, isBad, type BadCode, type NamedCode } from './named-codes.ts';
import { packNamed } from './pack-codes.ts';

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

const toRefusal = ({ errCode, errMsg }: BadCode, field: keyof Line): Refusal =>
  new Refusal(errCode, errMsg, { fields: [{ field }] });

/** 包装关联: lines of a box and a code in it. The lines of a box, wherever they stand, are one packing: all or none. */
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
    othersText: '同箱其他编码有误，整箱未装入',
    async apply({ db, operator, params, taskId }, rows) {
      const [parent, ...scanned] = await findNamed(db, keyring, [
        rows[0]!.row.parentCode,
        ...rows.map(({ row }) => row.childCode),
      ]);
      if (isBad(parent!)) return rows.map(() => toRefusal(parent, 'parentCode'));
      const unknown = scanned.filter(isBad);
      const children = scanned.filter((one): one is NamedCode => !isBad(one));
      // A line that is no code says so before anything is looked at.
      if (unknown.length > 0) return scanned.map((one) => (isBad(one) ? toRefusal(one, 'childCode') : 'done'));
      const kind = { opType: OpType.pack, params: {} };
      const op = await growFileOp(
        db,
        { firmId: parent!.firmId, operatorId: operator.id, taskId, key: 'pack', rowNo: rows[0]!.rowNo },
        kind,
        {},
      );
      const asks = children[0]!.level;
      try {
        const { same } = await packNamed(
          db,
          keyring,
          operator,
          op.id,
          { parent: parent!, children, unknown },
          params,
          asks,
        );
        await op.add({ ok: children.length - same.size, repeat: same.size });
        return children.map(({ codeId }) => (same.has(codeId) ? 'skip' : 'done'));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const bad = new Map(
          ((error.data as { rows?: BadCode[] } | null)?.rows ?? []).map((row) => [row.code, row] as const),
        );
        // What stands against the box stands against each of its lines.
        if (bad.size === 0)
          return rows.map(() => new Refusal(error.code, error.message, { fields: [{ field: 'parentCode' }] }));
        return children.map(({ code }) => (bad.has(code) ? toRefusal(bad.get(code)!, 'childCode') : 'done'));
      }
    },
  },
});
