import { configure, TextReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { book } from '../../../test/sheets.ts';
import { openSheet } from './open-sheet.ts';
import { requirePlaces } from '../../jobs/row-reader.ts';
import type { SheetRow } from './sheet.ts';

configure({ useWebWorkers: false });

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zhuiyuan-sheet-'));
});
afterAll(() => rm(folder, { recursive: true }));

const limits = { rows: 200_000, bytes: 50 * 1024 * 1024 };
let files = 0;
const read = async (content: Buffer | string, most = limits) => {
  const path = join(folder, String((files += 1)));
  await writeFile(path, content);
  const { titles, rows } = await openSheet(path, most);
  const found: SheetRow[] = [];
  for await (const row of rows) found.push(row);
  return { titles, rows: found, cells: found.map(({ rowNo, cells }) => [rowNo, ...cells]) };
};

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
/** A workbook of sheets written by hand; the first may be hidden. */
const workbook = async (sheets: { rows: string; state?: string }[], parts: Record<string, string> = {}) => {
  const zip = new ZipWriter(new Uint8ArrayWriter());
  const all: Record<string, string> = {
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${sheets
      .map(
        ({ state }, at) =>
          `<sheet name="s${at}" sheetId="${at + 1}" r:id="rId${at}"${state ? ` state="${state}"` : ''}/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${sheets
      .map((_sheet, at) => `<Relationship Id="rId${at}" Type="${office}/worksheet" Target="worksheets/s${at}.xml"/>`)
      .join(
        '',
      )}<Relationship Id="t" Type="${office}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="y" Type="${office}/styles" Target="/xl/styles.xml"/></Relationships>`,
    ...Object.fromEntries(
      sheets.map(({ rows }, at) => [
        `xl/worksheets/s${at}.xml`,
        `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
      ]),
    ),
    ...parts,
  };
  for (const [name, text] of Object.entries(all)) await zip.add(name, new TextReader(text));
  return Buffer.from(await zip.close());
};
const text = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;

describe('a csv or txt file', () => {
  it('is read in UTF-8, UTF-16 and GB18030, whatever separates it', async () => {
    const plain = '编号,名称\n1,"龙井, 明前"\n';
    const wanted = { titles: ['编号', '名称'], cells: [[2, '1', '龙井, 明前']] };
    expect(await read(plain)).toMatchObject(wanted);
    expect(await read(`\ufeff${plain}`)).toMatchObject(wanted);
    expect(await read(Buffer.from(`\ufeff${plain}`, 'utf16le'))).toMatchObject(wanted);
    expect(await read(Buffer.from(`\ufeff${plain}`, 'utf16le').swap16())).toMatchObject(wanted);
    const gb = Buffer.from('b1e0bac52cc3fbb3c60a312c22c1fabeae2cc3f7c7b0220a'.replace('2cc3f7', '2c20c3f7'), 'hex');
    expect(await read(gb)).toMatchObject(wanted);
    expect(await read('编号\t名称\r\n1\t龙井\r\n')).toMatchObject({ cells: [[2, '1', '龙井']] });
    expect(await read('编号;名称\r1;龙井\r')).toMatchObject({ cells: [[2, '1', '龙井']] });
  });

  it('keeps the numbers a spreadsheet program shows, past empty lines and line breaks within a cell', async () => {
    expect(await read('\n编号,名称\n\n1,"龙\n井"\n,,\n2,毛尖\n\n\n,\n')).toMatchObject({
      cells: [
        [4, '1', '龙\n井'],
        [6, '2', '毛尖'],
      ],
    });
  });

  it('passes over megabytes of empty lines at reading speed, and keeps its numbers', async () => {
    const begun = Date.now();
    const { cells } = await read(`编号,名称\n1,龙井\n${'\n'.repeat(1_000_000)}2,毛尖\n`);
    expect(cells).toEqual([
      [2, '1', '龙井'],
      [1_000_003, '2', '毛尖'],
    ]);
    await expect(read(`编号,名称\n${'\n'.repeat(20 * 1024 * 1024)}`)).rejects.toThrow('文件无法读取：超过1248576行');
    expect(Date.now() - begun).toBeLessThan(10_000);
  });

  it('keeps leading zeros and takes off what an export put before a text that looks like a formula', async () => {
    expect(await read("编号,名称\n007,'=1+1\n0,'+86 571\n1,'90年代\n")).toMatchObject({
      cells: [
        [2, '007', '=1+1'],
        [3, '0', '+86 571'],
        [4, '1', "'90年代"],
      ],
    });
  });

  it('says a cell of a megabyte and unknown letters where they are', async () => {
    const { rows } = await read(`编号,名称\n1,${'长'.repeat(300_000)}\n2,短\n`);
    expect(rows[0]!.faults).toEqual(new Map([[1, '内容超过32767个字符']]));
    expect(rows[0]!.cells[1]).toMatch(/^长{200}…（内容过长，已截断）$/);
    expect(rows[1]).toMatchObject({ rowNo: 3, cells: ['2', '短'] });
    await expect(read('编号,名称\n1,"没有结束')).rejects.toThrow('文件无法读取：第2行引号不成对');
  });
});

describe('an xlsx file', () => {
  it('is read as it is shown: days, numbers, saved results of formulas', async () => {
    const styles = `<styleSheet xmlns="${main}"><numFmts><numFmt numFmtId="164" formatCode="yyyy&quot;年&quot;m&quot;月&quot;"/><numFmt numFmtId="165" formatCode="0.00&quot;days&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="22"/><xf numFmtId="165"/></cellXfs></styleSheet>`;
    const shared = `<sst xmlns="${main}"><si><t>编号</t></si><si><r><t>名</t></r><r><t>称</t></r><rPh><t>ming</t></rPh></si></sst>`;
    const content = await workbook(
      [
        {
          rows: `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c>${text('C1', '日')}${text('D1', '数')}</row>
            <row r="2"><c r="A2"><v>45000</v></c><c r="C2" s="1"><v>46027</v></c><c r="D2"><v>1.5</v></c></row>
            <row r="3"><c r="B3"><f>1+1</f><v>2</v></c><c r="C3" s="2"><v>46027</v></c><c r="D3"><v>6.901234567892E12</v></c></row>
            <row r="4"><c r="A4" t="str"><f>A2&amp;"x"</f><v>45000x</v></c><c r="C4" s="3"><v>46027.5</v></c><c r="D4" s="4"><v>3</v></c></row>`,
        },
      ],
      { 'xl/styles.xml': styles, 'xl/sharedStrings.xml': shared },
    );
    expect(await read(content)).toMatchObject({
      titles: ['编号', '名称', '日', '数'],
      cells: [
        [2, '45000', '', '2026-01-05', '1.5'],
        [3, '', '2', '2026-01-05', '6901234567892'],
        [4, '45000x', '', '2026-01-05 12:00:00', '3'],
      ],
    });
  });

  it('tells formulas without a result, errors and digits that are lost beside their rows', async () => {
    const { rows } = await read(
      await workbook([
        {
          rows: `<row r="1">${text('A1', '编号')}${text('B1', '码')}</row><row r="2"><c r="A2"><f>NOW()</f></c></row><row r="3"><c r="A3" t="e"><v>#N/A</v></c><c r="B3"><v>6901234567892123</v></c></row>`,
        },
      ]),
    );
    expect(rows.map(({ faults }) => [...faults!.values()])).toEqual([
      ['公式没有计算结果'],
      ['是错误值#N/A', '超过15位的数字会丢失精度，请将该列设为文本格式后重新填写'],
    ]);
    // Digits that are lost are not made up where the row is shown, or an error file that is sent back would bring them.
    expect(rows[1]!.cells).toEqual(['#N/A', '6.90123E+15']);
  });

  it('is read from its first visible sheet, without rows that hold nothing', async () => {
    const blank = Array.from({ length: 100_000 }, (_, at) => `<row r="${at + 3}"><c r="A${at + 3}" s="1"/></row>`).join(
      '',
    );
    const content = await workbook([
      { rows: `<row r="1">${text('A1', '隐藏')}</row>`, state: 'hidden' },
      { rows: `<row r="1">${text('A1', '编号*')}</row><row r="2">${text('A2', 'x')}</row>${blank}` },
    ]);
    expect(await read(content)).toMatchObject({ titles: ['编号'], cells: [[2, 'x']] });
    await expect(read(await workbook([{ rows: '', state: 'veryHidden' }]))).rejects.toThrow('没有可见的工作表');
  });

  it('gives no cell beyond its titles, however far and however many there are', async () => {
    const far = Array.from({ length: 20_000 }, (_, at) => `<row r="${at + 2}">${text(`XFD${at + 2}`, 'x')}</row>`);
    const last = `<row r="20002">${text('A20002', '1')}${text('XFD20002', 'x')}</row>`;
    const begun = Date.now();
    const found = await read(
      await workbook([{ rows: `<row r="1">${text('A1', '编号')}</row>${far.join('')}${last}` }]),
    );
    expect(found).toMatchObject({ titles: ['编号'], cells: [[20_002, '1']] });
    expect(Date.now() - begun).toBeLessThan(10_000);
    const wide = `<row r="1">${text('A1', '编号')}${text('XFD1', '行号')}</row>${far.join('')}`;
    await expect(read(await workbook([{ rows: wide }]))).rejects.toThrow('标题行超过1000列');
  });

  it('that unfolds into gigabytes is refused before it does', async () => {
    const bomb = async (name: string, megabytes: number) => {
      const block = ' '.repeat(1024 * 1024);
      const zip = new ZipWriter(new Uint8ArrayWriter());
      const endless = new ReadableStream<Uint8Array>({
        pull(controller) {
          if ((megabytes -= 1) < 0) controller.close();
          else controller.enqueue(Buffer.from(block));
        },
      });
      await zip.add(
        'xl/workbook.xml',
        new TextReader(`<workbook xmlns:r="${office}"><sheets><sheet r:id="a"/></sheets></workbook>`),
      );
      await zip.add(
        'xl/_rels/workbook.xml.rels',
        new TextReader(
          `<Relationships><Relationship Id="a" Type="${office}/worksheet" Target="worksheets/a.xml"/><Relationship Id="s" Type="${office}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
        ),
      );
      if (name !== 'xl/worksheets/a.xml') await zip.add('xl/worksheets/a.xml', new TextReader('<worksheet/>'));
      await zip.add(name, endless);
      return Buffer.from(await zip.close());
    };
    const before = process.memoryUsage().rss;
    await expect(read(await bomb('xl/sharedStrings.xml', 400))).rejects.toThrow('文件无法读取：解压后过大');
    await expect(read(await bomb('xl/worksheets/a.xml', 120))).rejects.toThrow('文件无法读取：解压后过大');
    expect(process.memoryUsage().rss - before).toBeLessThan(256 * 1024 * 1024);
  });
});

describe('a file', () => {
  it('is refused when it is empty, too large, broken or something else', async () => {
    await expect(read('')).rejects.toMatchObject({ code: 61082, message: '文件为空' });
    await expect(read('\n\n')).rejects.toMatchObject({ code: 61082 });
    await expect(read('编号\n1\n2\n3\n', { rows: 2, bytes: 100 })).rejects.toMatchObject({ code: 61083 });
    await expect(read('编号\n1\n', { rows: 200_000, bytes: 3 })).rejects.toThrow('文件超过20万行或0MB');
    await expect(read(Buffer.from('89504e470d0a1a0a00000000', 'hex'))).rejects.toMatchObject({ code: 61084 });
    await expect(read(Buffer.from('504b030400000000', 'hex'))).rejects.toMatchObject({ code: 61084 });
    const whole = await book([['编号'], ...Array.from({ length: 500 }, (_, at) => [`A-${at}`])]);
    await expect(read(whole.subarray(0, whole.length - 200))).rejects.toMatchObject({ code: 61084 });
  });

  it('is given up when it is only looked at for longer than a look may take', async () => {
    const path = join(folder, 'slow');
    await writeFile(path, `编号\n${'1\n'.repeat(100_000)}`);
    const look = async () => {
      const { rows } = await openSheet(path, limits, 1);
      // A reader who is slower than a look may be.
      for await (const _ of rows) await sleep(5);
    };
    await expect(look()).rejects.toThrow('文件无法读取：读取时间过长，请删除空行或拆分后上传');
  });

  it('may be left before its end, and opened anew', async () => {
    const path = join(folder, 'left');
    await writeFile(path, `编号\n${Array.from({ length: 5000 }, (_, at) => `${at}\n`).join('')}`);
    const left = await openSheet(path, limits);
    expect((await left.rows.next()).value).toMatchObject({ rowNo: 2 });
    await left.close();
    const { rows } = await openSheet(path, limits);
    let last = 0;
    for await (const { rowNo } of rows) last = rowNo;
    expect(last).toBe(5001);
  });

  it('is refused with the wrong titles, saying which', () => {
    const columns = [
      { title: '编号', key: 'no', isRequired: true },
      { title: '名称', key: 'name' },
    ];
    expect([...requirePlaces(['名称', '行号', '编号', '错误原因', ''], columns)]).toEqual([
      ['name', 0],
      ['no', 2],
    ]);
    expect(() => requirePlaces(['名称', '规格', '名称'], columns)).toThrow(
      '模板不正确，请下载最新模板（缺少列：编号；多余列：规格；重复列：名称）',
    );
    const many = Array.from({ length: 100 }, (_, at) => `列${at}`);
    expect(() => requirePlaces(['编号', ...many], columns)).toThrow('（多余列：列0、列1、列2、列3、列4等100列）');
    expect(() => requirePlaces(['编号'.repeat(20_000)], columns)).toThrow(/^.{0,80}$/);
  });
});
