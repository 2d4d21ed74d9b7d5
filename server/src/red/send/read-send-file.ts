import { amountText, PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { yuanToFen } from '@zhuiyuan/contract/kit/decimal';
import { fill } from '@zhuiyuan/contract/kit/codes';
import { sheetRefusals } from '@zhuiyuan/contract/kit/sheet-refusals';
import { redRefusals } from '@zhuiyuan/contract/red/red-refusals';
import { mostSendRows, redSendApi } from '@zhuiyuan/contract/red/send/red-send';
import { z } from 'zod';
import type { Importer, ImportColumn } from '../../jobs/importer.ts';
import { lookAtFile, lookSeconds } from '../../jobs/look-at-file.ts';
import { requirePlaces, RowReader } from '../../jobs/row-reader.ts';
import { withLocalCopy } from '../../jobs/with-local-copy.ts';
import type { Db } from '../../kit/db/database.ts';
import type { App } from '../../kit/http/app-context.ts';
import type { Operator } from '../../kit/operator.ts';
import { invalid, refuse } from '../../kit/refusal.ts';
import { textCell } from '../../kit/sheets/cells.ts';
import { openSheet } from '../../kit/sheets/open-sheet.ts';
import { tooBig, type SheetLimits } from '../../kit/sheets/sheet.ts';
import { findByOpenid, findSated, type Payer } from './find-receivers.ts';

/** One packet of a file. */
export interface FileRow {
  rowNo: number;
  openid: string;
  /** Of the firm's member; null where nobody of it is known under the OpenID. */
  uid: number | null;
  consumer: string;
  amount: number;
  remark: string;
}

export interface ReadFile {
  name: string;
  rows: FileRow[];
  /** In the order of the file: `第3行：…`. */
  wrong: { rowNo: number; message: string }[];
}

const Line = z.object({
  openid: z
    .string()
    .trim()
    .regex(/^[\w-]{6,64}$/, 'OpenID不正确'),
  amount: z.string().transform((text, context) => {
    const fen = yuanToFen(text.replaceAll(/[,，¥￥\s]/g, ''));
    if (fen > 0 && fen <= 99_999_999_999) return fen;
    context.addIssue({ code: 'custom', message: '金额应为大于0的数，最多两位小数' });
    return z.NEVER;
  }),
  remark: textCell('备注', 100),
});
type Line = z.output<typeof Line>;

const columns: readonly ImportColumn[] = [
  { title: 'OpenID', key: 'openid', isRequired: true, width: 34, example: 'oABCD1234efgh5678ijkl9012mnop' },
  { title: '金额（元）', key: 'amount', isRequired: true, example: '8.88' },
  { title: '备注', key: 'remark', width: 30, example: '不填时用发放原因' },
];

const limits: SheetLimits = { rows: mostSendRows, bytes: 2 * 1024 * 1024 };

/** 发放名单: uploaded, and read by the form that sends it; no job works on one. */
export const sendImporter: Importer<Line> = {
  biz: 'red_send',
  may: redSendApi.save.may,
  columns,
  row: Line,
  limits,
  unique: { column: 'openid', of: ({ openid }) => openid },
  run: () => Promise.reject(invalid('biz', '请在红包发放记录页面手工发放')),
};

/** A file that the operator, or somebody of his firm, uploaded. */
export const findSendFile = async ({ db, operator }: { db: Db; operator: Operator }, fileUrl: string) => {
  const upload = await db
    .selectFrom('attachment')
    .select(['attDir', 'name', 'attSize'])
    .where('sattDir', '=', fileUrl)
    .where('firmId', '=', operator.firmId ?? 0)
    .executeTakeFirst();
  if (!upload) throw invalid('fileUrl', '请上传发放名单');
  return { ...upload, name: upload.name.slice(0, 100) };
};

/**
 * The packets of a file that the operator uploaded, and what is wrong with each of its rows: cells, an OpenID twice, an amount the activity does
 * not pay, a shopper who is disabled or has had as many as he gets in a day. Refuses a file that cannot be read (61081 to 61084).
 */
export const readSendFile = async (
  app: App,
  { db, operator }: { db: Db; operator: Operator },
  payer: Payer,
  fileUrl: string,
): Promise<ReadFile> => {
  const upload = await findSendFile({ db, operator }, fileUrl);
  if (upload.attSize > limits.bytes) throw tooBig(limits);
  const read = await lookAtFile(operator, () =>
    withLocalCopy(app, upload.attDir, async (path) => {
      const sheet = await openSheet(path, limits, lookSeconds);
      try {
        const reader = new RowReader(sendImporter as never, columns, requirePlaces(sheet.titles, columns), {});
        const all = [];
        for await (const row of sheet.rows) all.push(reader.read(row));
        return all;
      } finally {
        await sheet.close();
      }
    }),
  );
  if (read.length === 0) throw refuse(sheetRefusals.emptyFile);
  const lines = read.flatMap(({ rowNo, row }) => (row === undefined ? [] : [{ rowNo, ...(row as Line) }]));
  const openids = lines.map(({ openid }) => openid);
  const members = await findByOpenid(db, payer, openids);
  const sated = await findSated(db, payer, openids);
  const { amountMin, amountMax } = payer;
  const amounts = amountText({ prizeType: PrizeType.cash, amountMin, amountMax, points: null });
  const faultOf = ({ openid, amount }: Line): string | undefined => {
    if (amount < amountMin || amount > amountMax) return fill(redRefusals.amountOff[1], { text: amounts });
    if (members.get(openid)?.isDisabled) return '该消费者已停用，不能发放';
    if (!sated.has(openid)) return undefined;
    return fill(redRefusals.dayReached[1], { who: '该消费者', most: payer.limitUserDay });
  };
  const rows: FileRow[] = [];
  const wrong = read.flatMap(({ rowNo, error }) => (error ? [{ rowNo, message: error.message }] : []));
  for (const line of lines) {
    const fault = faultOf(line);
    const member = members.get(line.openid);
    if (fault) wrong.push({ rowNo: line.rowNo, message: `第${line.rowNo}行：${fault}` });
    else rows.push({ ...line, uid: member?.uid ?? null, consumer: member?.consumer ?? '' });
  }
  return { name: upload.name, rows, wrong: wrong.toSorted((a, b) => a.rowNo - b.rowNo) };
};
