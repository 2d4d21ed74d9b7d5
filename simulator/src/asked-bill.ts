/** The body of a create call, when it is one WeChat Pay would take. Amount in fen. */
interface AskedBill {
  appId: string;
  outBillNo: string;
  openid: string;
  amount: number;
  remark: string;
  notifyUrl: string;
}

const isText = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value.length > 0 && [...value].length <= most;

/** https without a query; plain http on this machine alone. */
const isNotifyUrl = (value: unknown): value is string => {
  if (!isText(value, 256) || !URL.canParse(value)) return false;
  const url = new URL(value);
  const isLocal = ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname);
  return (url.protocol === 'https:' || (url.protocol === 'http:' && isLocal)) && url.search === '';
};

/** Reads a create call as strictly as WeChat Pay's pages describe it; a text says what is wrong. */
export const readAskedBill = (text: string): AskedBill | string => {
  let body: Record<string, unknown>;
  try {
    body = JSON.parse(text) as Record<string, unknown>;
  } catch {
    return '请求体不是JSON';
  }
  const { appid, out_bill_no: outBillNo, openid, transfer_amount: amount, transfer_remark: remark } = body;
  if (!isText(appid, 32)) return '参数错误：appid';
  if (!isText(outBillNo, 32) || !/^[0-9A-Za-z]+$/.test(outBillNo)) return '参数错误：out_bill_no';
  if (!isText(body.transfer_scene_id, 36)) return '参数错误：transfer_scene_id';
  if (!isText(openid, 64)) return '参数错误：openid';
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount < 10) return '参数错误：transfer_amount';
  if (!isText(remark, 32)) return '参数错误：transfer_remark';
  if (!isNotifyUrl(body.notify_url)) return '参数错误：notify_url';
  if (amount >= 200_000 && !isText(body.user_name, 1024)) return '转账金额大于等于2000元时，收款用户姓名必填';
  if (amount < 30 && body.user_name !== undefined) return '转账金额小于0.3元时，不允许填写收款用户姓名';
  const reports = body.transfer_scene_report_infos;
  if (!Array.isArray(reports) || reports.length === 0) return '参数错误：transfer_scene_report_infos';
  for (const report of reports as Record<string, unknown>[])
    if (!isText(report.info_type, 15) || !isText(report.info_content, 32))
      return '参数错误：transfer_scene_report_infos';
  return { appId: appid, outBillNo, openid, amount, remark, notifyUrl: body.notify_url };
};
