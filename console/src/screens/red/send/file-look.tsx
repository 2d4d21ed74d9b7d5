import { redSendApi, type SendFile } from '@zhuiyuan/contract/red/send/red-send';
import { Skeleton } from 'antd';
import { saidOf } from '../../../lib/said-of.ts';
import { useRead } from '../../../lib/use-read.ts';
import { NoticeBar } from '../../../parts/feedback/notice-bar.tsx';
import { countText, moneyText } from '../../../parts/format/numbers.ts';

/** What a file of receivers would send; nothing as long as it is looked at, or where there is none. */
export const useFileLook = (redActiveId: number | undefined, fileUrl: string | undefined) =>
  useRead(redSendApi.look, redActiveId && fileUrl ? { redActiveId, fileUrl } : undefined);

const Wrong = ({ file }: { file: SendFile }) => (
  <>
    <NoticeBar tone="bad">有 {countText(file.wrongCount)} 行有误，改好后重新上传；有一行有误时整份不发放</NoticeBar>
    <ul className="zy-send-wrong" aria-label="有误的行">
      {file.wrong.map(({ rowNo, message }) => (
        <li key={rowNo}>{message}</li>
      ))}
      {file.wrongCount > file.wrong.length && <li>另有 {countText(file.wrongCount - file.wrong.length)} 行</li>}
    </ul>
  </>
);

const Rows = ({ file }: { file: SendFile }) => (
  <div className="zy-send-rows">
    <table aria-label="名单前几行">
      <thead>
        <tr>
          <th scope="col">行</th>
          <th scope="col">消费者</th>
          <th scope="col">金额（元）</th>
          <th scope="col">备注</th>
        </tr>
      </thead>
      <tbody>
        {file.rows.map(({ rowNo, consumer, openid, amount, remark }) => (
          <tr key={rowNo}>
            <td>{rowNo}</td>
            <td>{[consumer, `****${openid}`].filter(Boolean).join(' · ')}</td>
            <td>{moneyText(amount)}</td>
            <td>{remark || '-'}</td>
          </tr>
        ))}
      </tbody>
    </table>
    {file.count > file.rows.length && (
      <p>
        前 {countText(file.rows.length)} 行，共 {countText(file.count)} 行
      </p>
    )}
  </div>
);

/** The file as it would be sent: its wrong rows, else the first of its rows. */
export const FileLook = ({ look }: { look: ReturnType<typeof useFileLook> }) => {
  const { data, error, isFetching } = look;
  if (error)
    return (
      <div className="zy-send-look">
        <NoticeBar tone="bad">{saidOf(error)}</NoticeBar>
      </div>
    );
  if (!data) return isFetching ? <Skeleton active={false} title={false} paragraph={{ rows: 3 }} /> : null;
  return <div className="zy-send-look">{data.wrongCount > 0 ? <Wrong file={data} /> : <Rows file={data} />}</div>;
};
