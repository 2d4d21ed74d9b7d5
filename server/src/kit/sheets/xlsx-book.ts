import { sheetRefusals } from '@zhuiyuan/contract/kit/sheet-refusals';
import { posix } from 'node:path';
import { refuse } from '../refusal.ts';
import { unreadable } from './sheet.ts';
import { isDateFormat } from './xlsx-dates.ts';
import { bareName, type PartReader, type XlsxZip } from './xlsx-zip.ts';

const mostBytes = 16 * 1024 * 1024;

/** Cell styles a workbook may have, and letters of a number format. */
const mostStyles = 65_536;
const longestFormat = 255;

/** Reads a small part to its end, with what to do at each tag. */
const readPart = async (zip: XlsxZip, name: string, open: PartReader['open']) => {
  for await (const _ of zip.read(name, { open }, mostBytes));
};

/** What a workbook says about its sheets. */
export interface Book {
  sheet: string;
  is1904: boolean;
  texts: string | undefined;
  styles: string | undefined;
}

/** Where the first sheet people see is, and what it needs to be read. */
export const readBook = async (zip: XlsxZip): Promise<Book> => {
  const root = 'xl/workbook.xml';
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
  const targets = new Map<string, string>();
  let texts: string | undefined;
  let styles: string | undefined;
  const relations = 'xl/_rels/workbook.xml.rels';
  if (!zip.has(relations)) throw unreadable('缺少工作表');
  await readPart(zip, relations, (tag, { Id = '', Target = '', Type = '' }) => {
    if (tag !== 'Relationship') return;
    const target = posix.normalize(Target.startsWith('/') ? Target.slice(1) : posix.join('xl', Target));
    targets.set(Id, target);
    if (Type.endsWith('/sharedStrings')) texts = target;
    if (Type.endsWith('/styles')) styles = target;
  });
  const shownSheet = sheets.find((sheet) => !sheet.isHidden && targets.get(sheet.relation)?.includes('worksheets/'));
  if (!shownSheet) throw unreadable('没有可见的工作表');
  return { sheet: targets.get(shownSheet.relation)!, is1904, texts, styles };
};

/** Which cell styles show a number as a day. */
export const readDateStyles = async (zip: XlsxZip, name: string | undefined): Promise<boolean[]> => {
  const isDate: boolean[] = [];
  if (!name || !zip.has(name)) return isDate;
  const codes = new Map<number, string>();
  let isCells = false;
  await readPart(zip, name, (tag, attributes) => {
    if (tag === 'numFmt') codes.set(Number(attributes.numFmtId), (attributes.formatCode ?? '').slice(0, longestFormat));
    if (tag === 'cellXfs') isCells = true;
    else if (tag === 'cellStyles' || tag === 'dxfs') isCells = false;
    if (tag === 'xf' && isCells) {
      const id = Number(attributes.numFmtId ?? 0);
      if (isDate.length >= mostStyles) throw unreadable('单元格样式过多');
      isDate.push(isDateFormat(id, codes.get(id)));
    }
  });
  return isDate;
};
