import { configure, TextWriter, Uint8ArrayReader, ZipReader, type FileEntry } from '@zip.js/zip.js';
import { readFile } from 'node:fs/promises';

configure({ useWebWorkers: false });

const textOf = (xml: string): string => [...xml.matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map(([, text]) => text).join('');

/** The rows of the first sheet of a downloaded xlsx file, each cell as its text. */
export const readBook = async (path: string): Promise<string[][]> => {
  const zip = new ZipReader(new Uint8ArrayReader(new Uint8Array(await readFile(path))));
  const entries = (await zip.getEntries()) as FileEntry[];
  const read = async (name: string) =>
    (await entries.find(({ filename }) => filename === name)?.getData(new TextWriter())) ?? '';
  const shared = [...(await read('xl/sharedStrings.xml')).matchAll(/<si>(.*?)<\/si>/gs)].map(([, xml = '']) =>
    textOf(xml),
  );
  const sheet = await read('xl/worksheets/sheet1.xml');
  await zip.close();
  return [...sheet.matchAll(/<row\b[^>]*>(.*?)<\/row>/gs)].map(([, cells = '']) =>
    [...cells.matchAll(/<c\b([^>]*)>(.*?)<\/c>/gs)].map(([, kind = '', xml = '']) => {
      const value = /<v>([^<]*)<\/v>/.exec(xml)?.[1] ?? textOf(xml);
      return kind.includes('t="s"') ? (shared[Number(value)] ?? '') : value;
    }),
  );
};
