import { configure, TextWriter, Uint8ArrayReader, ZipReader, type FileEntry } from '@zip.js/zip.js';
import { readFile } from 'node:fs/promises';

configure({ useWebWorkers: false });

/** One line of a print file. */
export interface PrintLine {
  serial: number;
  code: string;
  url: string;
}

/** Opens a downloaded zip with its password and reads the lines of its one file. */
export const readPrintFile = async (path: string, password: string): Promise<PrintLine[]> => {
  const zip = new ZipReader(new Uint8ArrayReader(new Uint8Array(await readFile(path))), { password });
  const [entry] = (await zip.getEntries()) as FileEntry[];
  if (!entry) throw new Error('the zip is empty');
  const [head, ...lines] = (await entry.getData(new TextWriter())).replace('\uFEFF', '').trimEnd().split('\r\n');
  await zip.close();
  if (head !== 'serial,code,url') throw new Error(`unknown columns: ${head}`);
  return lines.map((line) => {
    const [serial, code = '', url = ''] = line.split(',');
    return { serial: Number(serial), code, url };
  });
};
