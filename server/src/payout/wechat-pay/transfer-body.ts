/** What a transfer says. Amount in fen; texts are cut to what WeChat Pay takes. */
export interface Transfer {
  appId: string;
  outBillNo: string;
  sceneId: string;
  openid: string;
  amount: number;
  remark: string;
  /** https, without a query. */
  notifyUrl: string;
  perception?: string;
  reports: { type: string; content: string }[];
  /** Encrypted already. */
  userName?: string;
}

/** Below this amount a receiver's name is refused, in fen. */
const noNameBelow = 30;

const cut = (text: string, most: number) => [...text].slice(0, most).join('');

/** The text of a create call, to be stored with its attempt: it is sent again as it is, or not at all. */
export const transferBody = (transfer: Transfer): string =>
  JSON.stringify({
    appid: transfer.appId,
    out_bill_no: transfer.outBillNo,
    transfer_scene_id: transfer.sceneId,
    openid: transfer.openid,
    user_name: transfer.amount < noNameBelow ? undefined : transfer.userName,
    transfer_amount: transfer.amount,
    transfer_remark: cut(transfer.remark, 32),
    notify_url: transfer.notifyUrl,
    user_recv_perception: transfer.perception,
    transfer_scene_report_infos: transfer.reports.map(({ type, content }) => ({
      info_type: cut(type, 15),
      info_content: cut(content, 32),
    })),
  });
