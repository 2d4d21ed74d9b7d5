import { Badge, Button, Empty, Modal, Tooltip } from 'antd';
import Bug from 'icon:bug';
import { useState } from 'react';
import { errorLog } from '../../lib/error-log.ts';

/** Bug mark with the number of errors of this page, once there are any; opens their list. */
export const ErrorLog = () => {
  const entries = errorLog.use();
  const [isOpen, setIsOpen] = useState(false);
  if (entries.length === 0 && !isOpen) return null;
  return (
    <>
      <Tooltip title="错误日志">
        <Badge count={entries.length} size="small" offset={[-4, 4]}>
          <Button
            type="text"
            className="top-icon"
            aria-label={`错误日志，${entries.length}条`}
            icon={<Bug size={16} strokeWidth={1.6} />}
            onClick={() => setIsOpen(true)}
          />
        </Badge>
      </Tooltip>
      <Modal
        title="错误日志"
        open={isOpen}
        width={880}
        onCancel={() => setIsOpen(false)}
        footer={<Button onClick={() => errorLog.set([])}>清空</Button>}
      >
        {entries.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有错误" />}
        <ol className="errors">
          {entries.map(({ id, message, tag, url, stack, at }) => (
            <li key={id}>
              <dl>
                <dt>信息</dt>
                <dd>
                  <strong>{message}</strong>
                  <span>
                    {at} · {tag} · {url}
                  </span>
                </dd>
                <dt>错误堆栈</dt>
                <dd>
                  <pre tabIndex={0} aria-label="错误堆栈">
                    {stack || '-'}
                  </pre>
                </dd>
              </dl>
            </li>
          ))}
        </ol>
      </Modal>
    </>
  );
};
