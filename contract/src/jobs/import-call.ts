import { z } from 'zod';
import { LogKind, type May } from '../kit/endpoint.ts';
import { flag, id } from '../kit/fields.ts';
import { fileAddress } from '../kit/picture.ts';
import { readJson } from '../kit/storable.ts';

/** Extensions of files that can be imported. */
export const importFileTypes = ['xlsx', 'csv', 'txt'] as const;

/** What starts an import: the address of an uploaded file and the options of its business. */
export const ImportStart = z.object({
  /** Platform staff choose whose rows they import. */
  firmId: id('请选择所属企业').optional(),
  /** `url` of an upload. */
  fileUrl: fileAddress('请上传文件'),
  /** Sent by some clients; the server reckons its own. */
  fileSha: z.string().max(64).optional(),
  /** Options of the business; a JSON text is taken too. */
  params: z
    .preprocess((value) => (typeof value === 'string' ? readJson(value) : value), z.record(z.string(), z.unknown()))
    .default({}),
  /** 遇错: false 跳过继续, true 停止. */
  stopOnError: flag.default(false),
  /** The same file was imported within 24 hours, and that is meant. */
  again: flag.default(false),
  idemKey: z.string().max(64).optional(),
});
export type ImportStart = z.output<typeof ImportStart>;

export const ImportStarted = z.object({ taskId: z.number() });

/** `P …/import` of a resource: importTask/save with its biz fixed. */
export const importCall = <const Path extends string, const M extends Exclude<May, 'open'>>(
  path: Path,
  may: M,
  title: string,
) =>
  ({
    method: 'POST',
    path,
    may,
    input: ImportStart,
    data: ImportStarted,
    title,
    log: LogKind.import,
  }) as const;
