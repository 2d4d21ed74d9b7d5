import { z } from 'zod';
import { passwordAgain, passwordAgainTyped } from '../../access/ask-again.ts';
import { defineApi, LogKind, nothing } from '../../kit/endpoint.ts';
import { fen, filterText, id, ids, text } from '../../kit/fields.ts';
import { resource } from '../../kit/resource.ts';
import { firmId } from '../../parties/party-fields.ts';

/** Receivers that are picked one by one, and rows of a file, at most. */
export const mostPickedReceivers = 200;
export const mostSendRows = 5000;
/** Rows of a file that are shown, and wrong ones that are told. */
export const shownSendRows = 20;
export const mostToldRows = 200;

/** Where the receivers come from. */
export const ReceiverSource = z.enum(['pick', 'file'], { error: '请选择发放对象' });

const isPicked = (source: unknown): boolean => source === 'pick';

/** Red packets as they are sent by hand. Amounts are fen. */
export const RedSendDraft = z
  .object({
    firmId,
    redActiveId: id('请选择红包活动'),
    source: ReceiverSource.default('pick'),
    /** Members of the firm. */
    uids: z
      .array(id('请选择消费者'), { error: '请选择消费者' })
      .max(mostPickedReceivers, `最多选择${mostPickedReceivers}个消费者`)
      .optional(),
    /** What each of them gets. */
    amount: fen('每人金额', { least: 1, most: 99_999_999 }).optional(),
    /** An uploaded file: OpenID, 金额（元）, 备注. */
    fileUrl: z.string().trim().max(300).optional(),
    remark: text('发放原因', { max: 100, missing: '请输入发放原因' }),
    password: passwordAgain,
    /** Sent again under it they go out once. */
    idemKey: text('请求编号', { max: 64 }),
  })
  .refine(({ source, uids }) => !isPicked(source) || (uids !== undefined && uids.length > 0), {
    path: ['uids'],
    message: '请选择消费者',
  })
  .refine(({ source, amount }) => !isPicked(source) || amount !== undefined, {
    path: ['amount'],
    message: '请输入每人金额',
  })
  .refine(({ source, fileUrl }) => isPicked(source) || Boolean(fileUrl), {
    path: ['fileUrl'],
    message: '请上传发放名单',
  });
export type RedSendDraft = z.output<typeof RedSendDraft>;

/** What packets sent by hand need, as the platform has set it. */
export const SendRules = z.object({
  /** The sender says his password once more. */
  asksPassword: z.boolean(),
  /** Above it, in fen, another person has to let the packets go. */
  reviewAbove: z.number(),
});
export type SendRules = z.output<typeof SendRules>;

/** {@link RedSendDraft} as the form asks for it where {@link SendRules} ask for the password. */
export const RedSendForm = RedSendDraft.safeExtend({ password: passwordAgainTyped });

/** A shopper who can be paid, as one chooses him. */
export const Receiver = z.object({
  id: z.number(),
  /** Masked: `林**`, else the end of his number. */
  consumer: z.string(),
  /** Its last six letters. */
  openid: z.string(),
});
export type Receiver = z.output<typeof Receiver>;

/** A file of receivers as it would be sent. */
export const SendFile = z.object({
  /** Good rows, and what they come to in fen. */
  count: z.number(),
  totalAmount: z.number(),
  /** The first of them. */
  rows: z.array(
    z.object({
      rowNo: z.number(),
      openid: z.string(),
      consumer: z.string(),
      amount: z.number(),
      remark: z.string(),
    }),
  ),
  /** Rows that are wrong, and the first of them: `第3行：…`. With one of them nothing is sent. */
  wrongCount: z.number(),
  wrong: z.array(z.object({ rowNo: z.number(), message: z.string() })),
});
export type SendFile = z.output<typeof SendFile>;

const redInfoAt = resource('/admin/lottery/red/info', 'admin:lottery:redInfo', '红包发放记录');
export const redSendApi = defineApi({
  rules: redInfoAt.read('手工发放规则', '/rules', 'save', nothing, SendRules),
  /** Shoppers whom the merchant of an activity can pay: the chosen ones, or those found by number, phone, OpenID or name; 50 at most. */
  receivers: redInfoAt.read(
    '可发放的消费者',
    '/receivers',
    'save',
    z.object({
      redActiveId: id('请选择红包活动'),
      keywords: filterText,
      ids: ids('请选择消费者', id('请选择消费者'), mostPickedReceivers).optional(),
    }),
    z.array(Receiver),
  ),
  /** Looks at a file of receivers; changes nothing. */
  look: redInfoAt.send(
    '检查发放名单',
    '/file',
    'save',
    z.object({
      redActiveId: id('请选择红包活动'),
      fileUrl: z.string({ error: '请上传发放名单' }).trim().min(1).max(300),
    }),
    SendFile,
    { log: false },
  ),
  /** 手工发放: all of it in one transaction, or nothing. Above `reviewAbove` of {@link SendRules} nothing goes out before another person let it go. */
  save: redInfoAt.write(
    LogKind.insert,
    '手工发放红包',
    '/save',
    'save',
    RedSendDraft,
    z.object({
      id: z.number(),
      sendNo: z.string(),
      count: z.number(),
      totalAmount: z.number(),
      isHeld: z.boolean(),
    }),
  ),
});
