import { readCodeInput } from '@zhuiyuan/contract/codes/cipher/code-input';
import { z } from 'zod';
import type { ImportColumn } from '../jobs/importer.ts';

const codeCell = (title: string) => z.string().trim().max(512, `${title}过长`).optional();

/** Codes as they stand in a line. */
export interface PackLine {
  parentCode?: string | undefined;
  childCode?: string | undefined;
  caseCode?: string | undefined;
  boxCode?: string | undefined;
  itemCode?: string | undefined;
}

/** A line of a file: a box and a code in it, or the case, the box and the item of one chain, of which one may be missing. */
export const PackLine: z.ZodType<PackLine> = z
  .object({
    parentCode: codeCell('箱码'),
    childCode: codeCell('下级码'),
    caseCode: codeCell('大箱码'),
    boxCode: codeCell('小箱码'),
    itemCode: codeCell('产品码'),
  })
  .refine(
    (line) => (isPair(line) ? line.parentCode && line.childCode && !chainOf(line)[0] : chainOf(line).length > 1),
    {
      message: '请填写箱码和下级码，或大箱码、小箱码、产品码中的至少两个',
    },
  );

const isPair = ({ parentCode, childCode }: PackLine): boolean => Boolean(parentCode || childCode);

export const packColumns: readonly ImportColumn[] = [
  { title: '箱码', key: 'parentCode', form: 'pair', isRequired: true, width: 28 },
  { title: '下级码', key: 'childCode', form: 'pair', isRequired: true, width: 28, example: '产品码；大箱填小箱码' },
  {
    title: '大箱码',
    key: 'caseCode',
    form: 'chain',
    width: 28,
    example: '或填大箱码、小箱码、产品码，不填箱码、下级码',
  },
  { title: '小箱码', key: 'boxCode', form: 'chain', width: 28, example: '没有小箱或大箱的不填' },
  { title: '产品码', key: 'itemCode', form: 'chain', width: 28 },
];

type Field = keyof PackLine;
interface Named {
  field: Field;
  text: string;
}

const chainOf = (line: PackLine): Named[] =>
  (['caseCode', 'boxCode', 'itemCode'] as const).flatMap((field) =>
    line[field] ? [{ field, text: line[field] }] : [],
  );

/** The codes of a line from the outermost in. */
const named = (line: PackLine): Named[] =>
  isPair(line)
    ? [
        { field: 'parentCode', text: line.parentCode! },
        { field: 'childCode', text: line.childCode! },
      ]
    : chainOf(line);

/** That one code lies in another, as a line says. */
export interface Link {
  parent: Named;
  child: Named;
}

/** What a line says, the inner link last. */
export const linksOf = (line: PackLine): Link[] => {
  const codes = named(line);
  return codes.slice(1).map((child, at) => ({ parent: codes[at]!, child }));
};

const codeOf = ({ text }: Named): string => readCodeInput(text).code;

/** The code that a line is about: the innermost. */
export const innermost = (line: PackLine): { field: Field; code: string } => {
  const last = named(line).at(-1)!;
  return { field: last.field, code: codeOf(last) };
};

/** The box right around it. */
export const boxOf = (line: PackLine): string => codeOf(named(line).at(-2)!);

/** All codes of a line. */
export const codesOf = (line: PackLine): string[] => named(line).map(codeOf);

/** Whether the line is one of a case: with its boxes it is packed wholly or not at all. */
export const isOfChain = (line: PackLine): boolean => !isPair(line);
