import { Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { badCodeText, readCodeInput } from '@zhuiyuan/contract/codes/cipher/code-input';
import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import type { ExtImportDraft } from '@zhuiyuan/contract/codes/import/ext-import';
import { extText, isOtherLink } from '@zhuiyuan/contract/codes/cipher/ext-text';
import { Code } from '@zhuiyuan/contract/kit/codes';
import { sql } from 'kysely';
import type { RowError } from '../../jobs/row-error.ts';
import type { Db } from '../../kit/db/database.ts';
import type { ImportColumn } from '../../jobs/importer.ts';
import type { SheetRow } from '../../kit/sheets/sheet.ts';
import { textHash } from '../cipher/find-ext-codes.ts';
import type { Keyring } from '../cipher/keyring.ts';

/** What a column of the file holds, in the order the error file shows them. */
const kinds = [
  ['code', '编码'],
  ['innerCode', '暗码'],
  ['pin', '验证码'],
  ['parentCode', '上级编码'],
] as const;

/** The template of a file that needs no mapping. */
export const extTemplate: ImportColumn[] = kinds.map(([key, title]) => ({
  key,
  title,
  width: 28,
  isRequired: key === 'code',
}));

export interface ExtRow {
  rowNo: number;
  text: string;
  textHash: string;
  innerText: string | null;
  innerHash: string | null;
  pin: string | null;
  parentText: string | null;
  parentHash: string | null;
}

type Columns = ExtImportDraft['columns'];

/** Titles of the columns an import reads. */
export const extTitles = (columns: Columns): string[] =>
  kinds.filter(([key]) => columns[key] !== undefined).map(([, title]) => title);

/** Where the columns stand in an error file. */
export const canonicalColumns = (columns: Columns): Columns => {
  const kept = kinds.filter(([key]) => columns[key] !== undefined);
  return Object.fromEntries(kept.map(([key], at) => [key, at + 1])) as Columns;
};

/** The cells of a stored row as its error file shows them. */
export const toRaw = (columns: Columns, row: Pick<ExtRow, 'text' | 'innerText' | 'pin' | 'parentText'>): string[] => {
  const cells = { code: row.text, innerCode: row.innerText, pin: row.pin, parentCode: row.parentText };
  return kinds.filter(([key]) => columns[key] !== undefined).map(([key]) => cells[key] ?? '');
};

const pinForm = /^(\d{4}|\d{6})$/;

/** Reads one row of the file: what is stored, or what is wrong with it. Texts our own cipher made, or could have made, are refused. */
export const readExtRow = async (
  db: Db,
  keyring: Keyring,
  draft: Pick<ExtImportDraft, 'columns' | 'urlPrefix' | 'caseFold'>,
  { rowNo, cells, faults }: SheetRow,
): Promise<ExtRow | RowError> => {
  const read = kinds.flatMap(([key, title]) => {
    const column = draft.columns[key];
    return column === undefined
      ? []
      : [{ key, title, text: (cells[column - 1] ?? '').trim(), fault: faults?.get(column - 1) }];
  });
  const wrong = (field: string, code: number, text: string): RowError => ({
    rowNo,
    raw: read.map(({ text: cell }) => cell),
    field,
    code,
    message: `第${rowNo}行：${text}`,
    faults: faults && new Map(read.flatMap(({ fault }, at) => (fault ? [[at, fault]] : []))),
  });
  const texts = new Map<string, string>();
  for (const { key, title, text, fault } of read) {
    if (fault) return wrong(title, Code.invalid, `${title}${fault}`);
    if (!text && key === 'code') return wrong(title, codeRefusals.badText[0], `${title}不能为空`);
    if (!text) continue;
    if (key === 'pin') {
      if (!pinForm.test(text)) return wrong(title, Code.invalid, '验证码应为4位或6位数字');
      texts.set(key, text);
      continue;
    }
    if (isOtherLink(text, draft.urlPrefix))
      return wrong(title, codeRefusals.badText[0], '链接与填写的前缀不同，请核对前缀');
    const stored = extText(text, draft);
    if (!stored) return wrong(title, codeRefusals.badText[0], badCodeText);
    if (key !== 'parentCode' && (await keyring.findPlace(db, readCodeInput(stored).code)))
      return wrong(title, ...codeRefusals.extConflict);
    texts.set(key, stored);
  }
  const text = texts.get('code')!;
  const innerText = texts.get('innerCode') ?? null;
  const parentText = texts.get('parentCode') ?? null;
  if (innerText === text) return wrong('暗码', codeRefusals.extExists[0], '暗码与编码相同');
  if (parentText === text) return wrong('上级编码', ...codeRefusals.parentLevel);
  return {
    rowNo,
    text,
    textHash: textHash(text),
    innerText,
    innerHash: innerText === null ? null : textHash(innerText),
    pin: texts.get('pin') ?? null,
    parentText,
    parentHash: parentText === null ? null : textHash(parentText),
  };
};

/** Keeps read rows until they are written. */
export const stageExtRows = async (
  db: Db,
  at: { importId: number; firmId: number; level: number },
  rows: readonly ExtRow[],
): Promise<void> => {
  if (rows.length === 0) return;
  await sql`
    insert into code_ext_row (import_id, firm_id, level, row_no, text, text_hash, inner_text, inner_hash, pin, parent_text, parent_hash)
    select ${at.importId}::bigint, ${at.firmId}::bigint, ${at.level}::int, r.* from unnest(
      ${rows.map((row) => row.rowNo)}::int[], ${rows.map((row) => row.text)}::text[], ${rows.map((row) => row.textHash)}::uuid[],
      ${rows.map((row) => row.innerText)}::text[], ${rows.map((row) => row.innerHash)}::uuid[], ${rows.map((row) => row.pin)}::text[],
      ${rows.map((row) => row.parentText)}::text[], ${rows.map((row) => row.parentHash)}::uuid[]) r`.execute(db);
};

/**
 * A code that others name as theirs above stands one level over them; done for the whole file at once. Answers rows whose
 * chain is too long or closed in itself.
 */
export const raiseParents = async (
  db: Db,
  at: { importId: number; firmId: number; level: number },
): Promise<Pick<ExtRow, 'rowNo' | 'text' | 'innerText' | 'pin' | 'parentText'>[]> => {
  for (let level = at.level; level <= at.level + 2; level += 1)
    await sql`
      update code_ext_row p set level = ${level + 1}
      where p.import_id = ${at.importId} and p.firm_id = ${at.firmId} and p.level = ${level} and exists (
        select 1 from code_ext_row c where c.import_id = p.import_id and c.parent_hash = p.text_hash and c.level = ${level})`.execute(
      db,
    );
  return db
    .deleteFrom('codeExtRow')
    .where('importId', '=', at.importId)
    .where('level', '>', Level.case)
    .returning(['rowNo', 'text', 'innerText', 'pin', 'parentText'])
    .execute();
};
