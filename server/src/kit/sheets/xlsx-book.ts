import { sheetRefusals } from '@zhuiyuan/contract/kit/sheet-refusals';
import { posix } from 'node:path';
import { refuse } from '../refusal.ts';
import { unreadable } from './sheet.ts';
import { toStyle, type CellStyle } from './xlsx-formats.ts';
import { bareName, type PartReader, type XlsxZip } from './xlsx-zip.ts';

const mostBytes = 16 * 1024 * 1024;

/** Cell styles a workbook may have, and letters of a number format. */
const mostStyles = 65_536;
const longestFormat = 255;

/** Reads a small part to its end, with what to do at each tag. */
const readPart = async (zip: XlsxZip, name: string, open: PartReader['open']) => {
  for await (const _ of zip.read(name, { open }, mostBytes));
};

/** What a workbook says about its sheets: names of parts. */
export interface Book {
  sheet: string;
  is1904: boolean;
  texts: string | undefined;
  styles: string | undefined;
}

interface Relation {
  id: string;
  /** The last word of its address, which is the same in both editions of the format. */
  type: string;
  target: string;
}

/** A name as it is written in an address. */
const plainName = (target: string): string => {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
};

/** The parts that a part names, '' being the workbook as a whole; none where it has no list of them. */
const readRelations = async (zip: XlsxZip, part: string): Promise<Relation[]> => {
  const folder = posix.dirname(part);
  const name = posix.join(folder, '_rels', `${part === '' ? '' : posix.basename(part)}.rels`);
  const relations: Relation[] = [];
  if (!zip.has(name)) return relations;
  await readPart(zip, name, (tag, { Id = '', Target = '', Type = '', TargetMode = '' }) => {
    if (tag !== 'Relationship' || TargetMode === 'External') return;
    const target = plainName(Target).replaceAll('\\', '/');
    relations.push({
      id: Id,
      type: Type.split('/').at(-1)!,
      target: posix.join(target.startsWith('/') ? '' : folder, target),
    });
  });
  return relations;
};

/** Where the first sheet people see is, and what it needs to be read: found by what names them, wherever they lie. */
export const readBook = async (zip: XlsxZip): Promise<Book> => {
  const own = (await readRelations(zip, '')).find(({ type }) => type === 'officeDocument');
  const root = own?.target ?? 'xl/workbook.xml';
  if (!zip.has(root)) throw refuse(sheetRefusals.wrongType);
  const sheets: { relation: string; isHidden: boolean }[] = [];
  let is1904 = false;
  await readPart(zip, root, (tag, attributes) => {
    if (tag === 'workbookPr') is1904 = ['1', 'true'].includes(attributes.date1904 ?? '');
    if (tag === 'sheet')
      sheets.push({
        relation: Object.entries(attributes).find(([name]) => bareName(name) === 'id' && name !== 'id')?.[1] ?? '',
        isHidden: (attributes.state ?? 'visible') !== 'visible',
      });
  });
  const relations = await readRelations(zip, root);
  if (relations.length === 0) throw unreadable('缺少工作表');
  const find = (kind: string) => relations.find(({ type }) => type === kind)?.target;
  const targets = new Map(relations.flatMap(({ id, type, target }) => (type === 'worksheet' ? [[id, target]] : [])));
  const shown = sheets.find(({ relation, isHidden }) => !isHidden && targets.has(relation));
  if (!shown) throw unreadable('没有可见的工作表');
  return { sheet: targets.get(shown.relation)!, is1904, texts: find('sharedStrings'), styles: find('styles') };
};

/** How each cell style shows a number. */
export const readStyles = async (zip: XlsxZip, name: string | undefined): Promise<CellStyle[]> => {
  const styles: CellStyle[] = [];
  if (!name || !zip.has(name)) return styles;
  const codes = new Map<number, string>();
  let isCells = false;
  await readPart(zip, name, (tag, attributes) => {
    if (tag === 'numFmt') codes.set(Number(attributes.numFmtId), (attributes.formatCode ?? '').slice(0, longestFormat));
    if (tag === 'cellXfs') isCells = true;
    else if (tag === 'cellStyles' || tag === 'dxfs') isCells = false;
    if (tag === 'xf' && isCells) {
      const id = Number(attributes.numFmtId ?? 0);
      if (styles.length >= mostStyles) throw unreadable('单元格样式过多');
      styles.push(toStyle(id, codes.get(id)));
    }
  });
  return styles;
};
