import { Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { CodeColumn, codeExportApi, mostExported, secretColumns } from '@zhuiyuan/contract/codes/export/code-export';
import { id, text } from '@zhuiyuan/contract/kit/fields';
import { z } from 'zod';
import type { Exporter } from '../../jobs/exporter.ts';
import { Refusal } from '../../kit/refusal.ts';
import { exportLines, linesAtOnce, type CodeLine } from './export-lines.ts';
import type { Keyring } from '../cipher/keyring.ts';
import { matchingSegments } from '../state/matching-segments.ts';
import { countCodes, type Run } from '../state/ranges.ts';

const Filters = z.object({
  firmId: id().optional(),
  taskNo: text('任务编号', { max: 40 }),
  level: Level.schema.optional(),
});

const shown = CodeColumn.options.filter(({ value }) => !secretColumns.has(value));
const asked = new Set(shown.map(({ value }) => value));

/** The first `most` codes of runs. */
const takeFirst = (runs: readonly Run[], most: number): Run[] => {
  const first: Run[] = [];
  let left = most;
  for (const { seg, from, to } of runs) {
    if (left === 0) break;
    const count = Math.min(left, to - from + 1);
    if (count > 0) first.push({ seg, from, to: from + count - 1 });
    left -= count;
  }
  return first;
};

/** The single codes of a task as a file. What would let a code be forged is left to 批量导出码, which asks for a password. */
export const codeExporter = (keyring: Keyring): Exporter<CodeLine, z.output<typeof Filters>> => ({
  biz: 'code_list',
  title: '码明细',
  may: codeExportApi.save.may,
  columns: shown.map(({ value, label }) => ({ title: label, width: 22, cell: (row) => row[value] ?? '' })),
  filters: Filters,
  async page(db, { taskNo, ...filters }, after, limit) {
    const segments = await matchingSegments(db, filters)
      .innerJoin('task', 'task.id', 'segment.taskId')
      .where('task.taskNo', '=', taskNo)
      .$if(after !== undefined, (query) => query.where('segment.seg', '>=', after!.seg))
      .select(['segment.seg', 'segment.count'])
      .orderBy('segment.seg')
      .execute();
    const runs = segments.map(({ seg, count }) => ({
      seg,
      from: seg === after?.seg ? after.serial + 1 : 1,
      to: count,
    }));
    if (!after && countCodes(runs) > mostExported) throw new Refusal(400, `一次最多导出${mostExported / 10_000}万个码`);
    const lines: CodeLine[] = [];
    for await (const line of exportLines(db, keyring, takeFirst(runs, limit), asked)) lines.push(line);
    return lines;
  },
  pageRows: linesAtOnce,
  form: [
    { name: 'firmId', label: '所属企业', control: 'lookup', lookup: 'firm' },
    { name: 'taskNo', label: '任务编号', control: 'text', isRequired: true },
    { name: 'level', label: '层级', control: 'select', options: [...Level.options] },
  ],
});
