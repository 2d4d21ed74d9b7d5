import { mostToldRows, redSendApi, shownSendRows, type RedSendDraft } from '@zhuiyuan/contract/red/send/red-send';
import { Code } from '@zhuiyuan/contract/kit/codes';
import { requirePassword } from '../../access/require-password.ts';
import { mountImporter } from '../../jobs/importer.ts';
import type { Db } from '../../kit/db/database.ts';
import type { App } from '../../kit/http/app-context.ts';
import { serve } from '../../kit/http/serve.ts';
import type { Operator } from '../../kit/operator.ts';
import { invalid, Refusal, refuseOn } from '../../kit/refusal.ts';
import { findByUid, nameShoppers, offerReceivers, requireApp, requirePayer, type Payer } from './find-receivers.ts';
import { findSendFile, readSendFile, sendImporter } from './read-send-file.ts';
import { readSendRules } from './send-rules.ts';
import { findSend, sendByHand, sendConstraints, type Packet } from './send-writes.ts';

/** 手工发放: red packets that staff send to shoppers they pick, or to those of a file. */
export const mountRedSend = (app: App): void => {
  refuseOn(app, sendConstraints);
  mountImporter(app, sendImporter);
  serve(app, redSendApi, {
    rules: ({ db }) => readSendRules(db),

    receivers: async ({ input, db }) => offerReceivers(db, await requirePayer(db, input.redActiveId), input),

    look: {
      before: async ({ input, db, operator }) => {
        const payer = await requirePayer(db, input.redActiveId);
        requireApp(payer);
        const { rows, wrong } = await readSendFile(app, { db, operator }, payer, input.fileUrl);
        const seen = {
          count: rows.length,
          totalAmount: rows.reduce((sum, { amount }) => sum + amount, 0),
          rows: rows.slice(0, shownSendRows).map((row) => ({ ...row, openid: row.openid.slice(-6) })),
          wrongCount: wrong.length,
          wrong: wrong.slice(0, mostToldRows),
        };
        return () => Promise.resolve(seen);
      },
    },

    save: {
      before: async ({ input, db, operator, request }) => {
        const payer = await requirePayer(db, input.redActiveId);
        requireApp(payer);
        const { asksPassword, reviewAbove } = await readSendRules(db);
        if (asksPassword) await requirePassword(app, operator, input.password, request);
        const { idemKey, remark, redActiveId } = input;
        const asked =
          input.source === 'file'
            ? { redActiveId, fileName: (await findSendFile({ db, operator }, input.fileUrl!)).name }
            : { redActiveId, ...sumOf(input) };
        const known = await findSend(db, payer.firmId, idemKey, asked);
        if (known) return () => Promise.resolve(known);
        const { packets, fileName } = await readPackets(app, { db, operator }, payer, input);
        return ({ db: transaction }) =>
          sendByHand(transaction, { payer, packets, remark, fileName, idemKey, reviewAbove }, operator.id);
      },
    },
  });
};

/** What picked shoppers get together. */
const sumOf = ({ uids = [], amount = 0 }: RedSendDraft) => {
  const count = new Set(uids).size;
  return { count, totalAmount: count * amount };
};

/** Who gets how much. Refuses picked shoppers who cannot be paid, and a file with a wrong row, naming all of them. */
const readPackets = async (
  app: App,
  at: { db: Db; operator: Operator },
  payer: Payer,
  { source, uids = [], amount = 0, fileUrl = '' }: RedSendDraft,
): Promise<{ packets: Packet[]; fileName: string | null }> => {
  if (source === 'file') {
    const { name, rows, wrong } = await readSendFile(app, at, payer, fileUrl);
    if (wrong.length > 0)
      throw new Refusal(Code.invalid, wrong[0]!.message, {
        fields: wrong.slice(0, mostToldRows).map(({ message }) => ({ field: 'fileUrl', message })),
      });
    return { packets: rows, fileName: name };
  }
  const chosen = [...new Set(uids)];
  const found = await findByUid(at.db, payer, chosen);
  const missing = chosen.filter((_uid, nth) => found[nth] === undefined);
  if (missing.length > 0)
    throw invalid(
      'uids',
      `${(await nameShoppers(at.db, payer, missing.slice(0, 3))).join('、')}${missing.length > 3 ? `等${missing.length}人` : ''}在该商户的公众号没有OpenID或已停用，不能发放`,
    );
  return { packets: found.map((row) => ({ ...row!, amount, remark: '' })), fileName: null };
};
