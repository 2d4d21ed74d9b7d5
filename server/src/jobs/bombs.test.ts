import { importTaskApi } from '@zhuiyuan/contract/jobs/import-task';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeFirmStaff } from '../../test/factories/access.ts';
import { importEnded, uploaded } from '../../test/factories/jobs.ts';
import { book } from '../../test/sheets.ts';
import { plainEntry, rawZip, repeated, type RawEntry } from '../../test/raw-zip.ts';
import { openSheet } from '../kit/sheets/open-sheet.ts';

vi.setConfig({ testTimeout: 120_000 });

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zhuiyuan-bombs-'));
});
afterAll(() => rm(folder, { recursive: true }));

const megabyte = 1024 * 1024;
const limits = { rows: 200_000, bytes: 50 * megabyte };
let files = 0;
/** Reads a file to its end; answers the refusal, and how far this process grew meanwhile. */
const fate = async (content: Buffer | string): Promise<{ why: string; grown: number; rows: number }> => {
  const path = join(folder, String((files += 1)));
  await writeFile(path, content);
  const before = process.memoryUsage().rss;
  let highest = before;
  const watch = setInterval(() => (highest = Math.max(highest, process.memoryUsage().rss)), 5);
  let count = 0;
  try {
    const { rows } = await openSheet(path, limits);
    for await (const _ of rows) count += 1;
    return { why: '', grown: highest - before, rows: count };
  } catch (error) {
    return { why: (error as Error).message, grown: highest - before, rows: count };
  } finally {
    clearInterval(watch);
    await rm(path);
  }
};

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const parts = {
  types: '[Content_Types].xml',
  book: 'xl/workbook.xml',
  relations: 'xl/_rels/workbook.xml.rels',
  sheet: 'xl/worksheets/a.xml',
  texts: 'xl/sharedStrings.xml',
  styles: 'xl/styles.xml',
};
const usual: Record<string, string> = {
  [parts.types]: '<Types/>',
  [parts.book]: `<workbook xmlns:r="${office}"><sheets><sheet r:id="a"/></sheets></workbook>`,
  [parts.relations]: `<Relationships><Relationship Id="a" Type="${office}/worksheet" Target="worksheets/a.xml"/><Relationship Id="t" Type="${office}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="s" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  [parts.sheet]: `<worksheet xmlns="${main}"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>编号</t></is></c></row><row r="2"><c r="A2" t="s"><v>0</v></c></row></sheetData></worksheet>`,
  [parts.texts]: '<sst><si><t>x</t></si></sst>',
  [parts.styles]: '<styleSheet/>',
};
/** A workbook of one row, some parts of which are others. */
const workbook = async (...others: RawEntry[]): Promise<Buffer> => {
  const told = new Set(others.map(({ name }) => name));
  const rest = Object.entries(usual).filter(([name]) => !told.has(name));
  return rawZip([...(await Promise.all(rest.map(([name, text]) => plainEntry(name, text)))), ...others]);
};
const title = '<row r="1"><c r="A1" t="inlineStr"><is><t>编号</t></is></c></row>';
const sheetOf = (rows: string) =>
  plainEntry(parts.sheet, `<worksheet><sheetData>${title}${rows}</sheetData></worksheet>`);

it('reads the workbook that the bombs are made of', async () => {
  expect(await fate(await workbook())).toMatchObject({ why: '', rows: 1 });
});

describe('a workbook that breaks who reads it', () => {
  it.each([
    ['sheet', parts.sheet],
    ['shared texts', parts.texts],
    ['styles', parts.styles],
    ['relations', parts.relations],
    ['list of sheets', parts.book],
  ])('is refused for elements within each other in its %s, few and very many', async (_what, name) => {
    const begin = usual[name]!.replace(/<\/\w+>$|\/>$/, (end) => (end === '/>' ? '>' : ''));
    const few = await fate(await workbook(await repeated(name, [begin, '<a>', ''], 1000)));
    expect(few.why).toBe('文件无法读取：结构嵌套过深');
    const many = await fate(await workbook(await repeated(name, [begin, '<a>', ''], 30_000_000)));
    expect(many.why).toMatch(/^文件无法读取：(解压后过大|结构嵌套过深)$/);
    expect(many.grown).toBeLessThan(100 * megabyte);
  });

  it('does not mind what its list of types holds', async () => {
    const many = await fate(await workbook(await repeated(parts.types, ['<Types>', '<a>', ''], 30_000_000)));
    expect(many).toMatchObject({ why: '', rows: 1 });
  });

  it.each([
    ['brackets', 'a>'],
    ['letters', 'a'],
    ['entities', '&amp;'],
  ])('is refused for %s without end in one cell', async (_what, unit) => {
    const begin = `<worksheet><sheetData>${title}<row r="2"><c r="A2" t="inlineStr"><is><t>`;
    for (const times of [2_000_000, 20_000_000]) {
      const { why, grown } = await fate(
        await workbook(
          await repeated(parts.sheet, [begin, unit, '</t></is></c></row></sheetData></worksheet>'], times),
        ),
      );
      expect(why).toMatch(/^文件无法读取：(单元格内容过长|解压后过大)$/);
      expect(grown).toBeLessThan(100 * megabyte);
    }
  });

  it.each([
    ['attributes', ['<worksheet><sheetData><row ', 'a="1" ', '/></sheetData></worksheet>']],
    ['an attribute', ['<worksheet><sheetData><row r="', '1', '"/></sheetData></worksheet>']],
    ['a name', ['<worksheet><', 'a', '/></worksheet>']],
    ['a comment', ['<worksheet><!--', '<a>', '--></worksheet>']],
    ['an instruction', ['<worksheet><?a ', '<a>', '?></worksheet>']],
    ['an entity', ['<worksheet><sheetData><row><c><v>&', 'a', ';</v></c></row></sheetData></worksheet>']],
  ] as const)('is refused for %s without end', async (_what, pieces) => {
    const { why, grown } = await fate(await workbook(await repeated(parts.sheet, pieces, 8_000_000)));
    expect(why).toMatch(/^文件无法读取：(单元格内容过长|文件已损坏)$/);
    expect(grown).toBeLessThan(100 * megabyte);
  });

  it('is refused for entities that unfold, whose type it must not have', async () => {
    const laughs = Array.from({ length: 20 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('');
    const xml = `<!DOCTYPE sst [<!ENTITY l0 "lol">${laughs}]><sst><si><t>&l20;</t></si></sst>`;
    for (const name of [parts.texts, parts.sheet, parts.styles, parts.book, parts.relations])
      expect((await fate(await workbook(await plainEntry(name, xml)))).why).toBe('文件无法读取：结构异常');
  });

  it('is refused for rows and columns beyond any sheet, or out of order', async () => {
    const why = async (rows: string) => (await fate(await workbook(await sheetOf(rows)))).why;
    expect(await why('<row r="999999999999"><c r="A2"><v>1</v></c></row>')).toBe('文件无法读取：超过1048576行');
    expect(await why('<row r="1e999"><c r="A2"><v>1</v></c></row>')).toBe('文件无法读取：超过1048576行');
    expect(await why('<row r="2"><c r="ZZZZZZZ2"><v>1</v></c></row>')).toBe('文件无法读取：第2行超过16384列');
    expect(await why('<row r="2"><c r="XFE2"><v>1</v></c></row>')).toBe('文件无法读取：第2行超过16384列');
    expect(await why('<row r="2"><c r="XFD2"><v>1</v></c></row>')).toBe('');
    for (const number of ['-5', '1.5', 'NaN', '1'])
      expect(await why(`<row r="${number}"><c r="A2"><v>1</v></c></row>`)).toBe('文件无法读取：行号不正确');
  });

  it('is refused for a million cells in one row, and a long text named again and again', async () => {
    const row = [
      `<worksheet><sheetData>${title}<row r="2">`,
      '<c t="inlineStr"><is><t>x</t></is></c>',
      '</row></sheetData></worksheet>',
    ] as const;
    expect((await fate(await workbook(await repeated(parts.sheet, row, 1_000_000)))).why).toBe(
      '文件无法读取：第2行超过16384列',
    );
    const named = [
      `<worksheet><sheetData>${title}<row r="2">`,
      '<c t="s"><v>0</v></c>',
      '</row></sheetData></worksheet>',
    ] as const;
    const long = await plainEntry(parts.texts, `<sst><si><t>${'长'.repeat(32_000)}</t></si></sst>`);
    const { why, grown } = await fate(await workbook(long, await repeated(parts.sheet, named, 10_000)));
    expect(why).toBe('文件无法读取：第2行超过1MB，请检查引号是否成对');
    expect(grown).toBeLessThan(100 * megabyte);
  });

  it('is refused for texts that all rows together make', async () => {
    const long = await plainEntry(parts.texts, `<sst><si><t>${'a'.repeat(32_000)}</t></si></sst>`);
    const rows = [
      `<worksheet><sheetData>${title}`,
      '<row><c t="s"><v>0</v></c></row>',
      '</sheetData></worksheet>',
    ] as const;
    const { why, grown } = await fate(await workbook(long, await repeated(parts.sheet, rows, 100_000)));
    expect(why).toBe('文件无法读取：文字总量过大，请拆分后上传');
    expect(grown).toBeLessThan(150 * megabyte);
  });

  it('is refused for tens of millions of empty texts or styles', async () => {
    const texts = await fate(await workbook(await repeated(parts.texts, ['<sst>', '<si/>', '</sst>'], 10_000_000)));
    expect(texts.why).toBe('文件无法读取：不重复的文字过多，请另存为csv后上传');
    const styles = await fate(
      await workbook(
        await repeated(parts.styles, ['<styleSheet><cellXfs>', '<xf/>', '</cellXfs></styleSheet>'], 1_000_000),
      ),
    );
    expect(styles.why).toBe('文件无法读取：单元格样式过多');
  });

  it('is refused for sizes that lie, names that are there twice, and very many files', async () => {
    const sheet = await sheetOf('<row r="2"><c r="A2"><v>1</v></c></row>');
    expect((await fate(await workbook({ ...sheet, size: 10 }))).why).toBe('文件无法读取：文件已损坏');
    const bomb = await repeated(parts.sheet, ['<worksheet>', ' ', '</worksheet>'], 300_000_000);
    expect((await fate(await workbook({ ...bomb, size: 1000 }))).why).toMatch(
      /^文件无法读取：(文件已损坏|解压后过大)$/,
    );
    expect((await fate(await workbook({ ...sheet, size: 0xfffffff0 }))).why).toBe('文件无法读取：解压后过大');
    const twice = rawZip([
      sheet,
      ...(await Promise.all(Object.entries(usual).map(([name, text]) => plainEntry(name, text)))),
    ]);
    expect((await fate(twice)).why).toBe('文件无法读取：压缩包内有重名文件');
    for (const name of ['../../../tmp/zhuiyuan-out.xml', '/etc/passwd', 'C:\\a.xml', 'a/../../b.xml'])
      expect((await fate(await workbook(await plainEntry(name, 'x')))).why).toMatch(/^(|不支持的文件类型)$/);
    const empty = (await plainEntry('', '')).deflated;
    const many = rawZip(Array.from({ length: 300_000 }, (_, at) => ({ name: `${at}`, deflated: empty, size: 0 })));
    const { why, grown } = await fate(many);
    expect(why).toMatch(/^(文件无法读取：压缩包内文件过多|不支持的文件类型)$/);
    expect(grown).toBeLessThan(100 * megabyte);
  });

  it('is refused when its parts are workbooks themselves', async () => {
    const inner = await workbook();
    const within = await plainEntry(parts.sheet, inner.toString('latin1'));
    expect((await fate(await workbook(within))).why).toBe('文件无法读取：文件已损坏');
    expect((await fate(rawZip([await plainEntry('a.xlsx', 'x')]))).why).toBe('不支持的文件类型');
  });
});

describe('a text that breaks who reads it', () => {
  const wide = '文件无法读取：第2行超过16384列';
  const long = '文件无法读取：第2行超过1MB，请检查引号是否成对';
  it.each([
    ['a row of twelve megabytes of commas', `编号,名称\n${','.repeat(12 * megabyte)}`, long],
    ['a row of too many columns', `编号,名称\n${','.repeat(20_000)}\n`, wide],
    [
      'commas with a line break within a cell now and then',
      `编号,名称\n${`${','.repeat(60_000)}"\n"`.repeat(200)}`,
      long,
    ],
    ['one line without end', `编号\n${'长'.repeat(8 * megabyte)}`, long],
    ['a quote that never closes', `编号\n"${'1\n'.repeat(8 * megabyte)}`, long],
    ['quotes alone', `编号\n${'"'.repeat(12 * megabyte)}`, long],
    ['tabs in the title', `${'\t'.repeat(12 * megabyte)}`, '文件无法读取：第1行超过1MB，请检查引号是否成对'],
  ])('is refused for %s', async (_what, content, why) => {
    const { why: said, grown } = await fate(content);
    expect(said).toBe(why);
    expect(grown).toBeLessThan(100 * megabyte);
  });

  it('is refused for lines without end, however empty', async () => {
    expect((await fate(`编号\n${'\n'.repeat(4_000_000)}`)).why).toBe('文件无法读取：超过1248576行');
    expect((await fate(`编号,名称\n${' \n'.repeat(1_000_000)}`)).why).toBe('文件无法读取：空行过多，请删除空行后上传');
  });
});

it('an import of such a file fails with its reason, and the server that ran it goes on', async () => {
  const app: TestApp = await openTestApp({ work: true });
  try {
    const permissions = ['list', 'save', 'retry'].map((act) => `admin:identity:importTask:${act}`);
    const { token } = await makeFirmStaff(app, [...permissions, 'admin:identity:product:import']);
    const titles = ['编号', '名称', '规格', '单位', '条码'];
    const cells = (row: string[], at: number) =>
      `<row r="${at}">${row.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`;
    // enough rows that the first of them are seen before the bomb
    const rows = Array.from({ length: 1500 }, (_, at) => cells([`B-${at}`, '龙井茶', '', '盒', ''], at + 2));
    const begin = `<worksheet><sheetData>${cells(titles, 1)}${rows.join('')}`;
    const bomb = await workbook(await repeated(parts.sheet, [begin, '<a>', ''], 15_000_000));
    const before = process.memoryUsage().rss;
    const fileUrl = await uploaded(app, token, 'product', bomb);
    const { taskId } = await app.data(token, importTaskApi.save, { biz: 'product', fileUrl });
    const ended = await importEnded(app, token, taskId);
    expect(ended).toMatchObject({ status: 3, err: '文件无法读取：结构嵌套过深' });
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * megabyte);

    const good = await uploaded(app, token, 'product', await book([titles, ['B-1', '龙井茶', '', '盒', '']]));
    const next = await app.data(token, importTaskApi.save, { biz: 'product', fileUrl: good });
    expect(await importEnded(app, token, next.taskId)).toMatchObject({ status: 2, ok: 1 });
  } finally {
    await app.close();
  }
});
