import { Button, Progress } from 'antd';
import CircleAlert from 'icon:circle-alert';
import LoaderCircle from 'icon:loader-circle';
import X from 'icon:x';
import type { UploadItem, UploadQueue } from './upload-queue.ts';
import '../frame/sheet.css';
import { bytesText } from '../format/numbers.ts';
import './upload.css';

const stateText = ({ state, share, message }: UploadItem): string => {
  if (state === 'waiting') return '等待上传';
  if (state === 'sending') return share < 1 ? `${Math.floor(share * 100)}%` : '处理中';
  return state === 'done' ? '上传成功' : message;
};

const Row = ({ item, queue }: { item: UploadItem; queue: UploadQueue }) => {
  const { key, file, state, share, mayRetry } = item;
  const isBad = state === 'failed';
  return (
    <li className={isBad ? 'zy-upload zy-upload-bad' : 'zy-upload'}>
      <span className="zy-upload-name" title={file.name}>
        {file.name}
      </span>
      <span className="zy-upload-size">{bytesText(file.size)}</span>
      <span className="zy-upload-state" title={stateText(item)}>
        {stateText(item)}
      </span>
      {isBad && mayRetry && (
        <button type="button" className="zy-link" onClick={() => queue.retry(key)}>
          重试
        </button>
      )}
      {state !== 'done' && (
        <button
          type="button"
          className="zy-icon-button"
          aria-label={`${isBad ? '移除' : '取消上传'} ${file.name}`}
          onClick={() => queue.drop(key)}
        >
          <X size={14} strokeWidth={1.6} aria-hidden="true" />
        </button>
      )}
      {!isBad && (
        <Progress
          percent={Math.round(share * 100)}
          showInfo={false}
          size={{ height: 2 }}
          aria-label={`${file.name} 上传进度`}
        />
      )}
    </li>
  );
};

/** The files on their way: how far each is, why one failed, and another try; nothing when none is left. */
export const UploadTray = ({ items, queue }: { items: readonly UploadItem[]; queue: UploadQueue }) => {
  if (items.length === 0) return null;
  const failed = items.filter(({ state }) => state === 'failed');
  const done = items.filter(({ state }) => state === 'done').length;
  const isBusy = failed.length < items.length;
  const Icon = isBusy ? LoaderCircle : CircleAlert;
  return (
    <section className="zy-uploads" aria-label="上传进度">
      <header>
        <Icon size={16} strokeWidth={1.6} className={isBusy ? 'zy-spin' : 'zy-uploads-alert'} aria-hidden="true" />
        <span role="status">
          {isBusy ? `上传中，请稍候... ${done}/${items.length - failed.length}` : `${failed.length} 个文件没有上传成功`}
        </span>
        {!isBusy && failed.some(({ mayRetry }) => mayRetry) && (
          <Button size="small" onClick={() => queue.retryAll()}>
            全部重试
          </Button>
        )}
        {!isBusy && (
          <button type="button" className="zy-icon-button" aria-label="关闭" onClick={() => queue.dropFailed()}>
            <X size={14} strokeWidth={1.6} aria-hidden="true" />
          </button>
        )}
      </header>
      <ul>
        {items.map((item) => (
          <Row key={item.key} item={item} queue={queue} />
        ))}
      </ul>
    </section>
  );
};
