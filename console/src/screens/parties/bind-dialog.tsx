import type { Endpoint, QueryOf } from '@zhuiyuan/contract/kit/endpoint';
import type { BindCode } from '@zhuiyuan/contract/account/account';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Modal, Skeleton } from 'antd';
import { useEffect, useEffectEvent } from 'react';
import { call } from '../../lib/call.ts';
import { useMay } from '../../lib/session.ts';
import { confirm, toast } from '../../lib/toast.ts';
import { Qr } from '../../parts/format/qr.tsx';
import { Failed } from '../../parts/feedback/states.tsx';
import './poster.css';

export interface Bindable {
  id: number;
  name: string;
  isBound: boolean;
}

const watchMs = 3000;
/** A code lasts half an hour. */
const renewMs = 25 * 60_000;
const codeSide = 208;

/** 绑定账号: the QR code a party scans to work on the phone with an account of his own; says so when he did. */
export const BindDialog = ({
  who,
  code,
  unbind,
  list,
  readBound,
  bindsTo,
  close,
}: {
  who: Bindable | undefined;
  code: Endpoint<Endpoint['input'], typeof BindCode>;
  unbind: Endpoint;
  list: Endpoint;
  /** Whether the party has an account by now. */
  readBound: (id: number) => Promise<boolean>;
  /** What one does on the phone then. */
  bindsTo: string;
  close: () => void;
}) => {
  const may = useMay();
  const client = useQueryClient();
  const id = who?.id ?? 0;
  const isWaiting = who !== undefined && !who.isBound;
  const qr = useQuery({
    queryKey: [code.path, id],
    queryFn: () => call(code, { id } as QueryOf<typeof code>, { quiet: true }),
    enabled: isWaiting,
    gcTime: 0,
    // Each answer is another code, good once.
    staleTime: Infinity,
    refetchInterval: renewMs,
  });
  const bound = useQuery({
    queryKey: [code.path, id, 'bound'],
    queryFn: () => readBound(id),
    enabled: isWaiting,
    refetchInterval: watchMs,
    gcTime: 0,
  });
  const isDone = isWaiting && bound.data === true;
  const tellDone = useEffectEvent(() => {
    toast.success('绑定成功');
    void client.invalidateQueries({ queryKey: [list.path] });
    close();
  });
  useEffect(() => {
    if (isDone) tellDone();
  }, [isDone]);
  const free = async () => {
    if (!(await confirm({ text: `解绑后${who?.name ?? ''}不能再在手机上操作，确定解绑？`, isDanger: true }))) return;
    try {
      await call(unbind, { id });
      toast.success('操作成功');
      await client.invalidateQueries({ queryKey: [list.path] });
      close();
    } catch (error) {
      toast.failure(error);
    }
  };
  return (
    <Modal
      open={who !== undefined}
      onCancel={close}
      title={`绑定账号 ${who?.name ?? ''}`}
      width={360}
      className="zy-modal"
      destroyOnHidden
      footer={
        who?.isBound && may(unbind.may) ? (
          <Button danger onClick={() => void free()}>
            解绑
          </Button>
        ) : null
      }
    >
      <div className="zy-bind">
        {who?.isBound && <p>已绑定账号，{bindsTo}</p>}
        {isWaiting && qr.error && <Failed title="绑定码没有生成" error={qr.error} retry={() => void qr.refetch()} />}
        {isWaiting && !qr.data && !qr.error && (
          <Skeleton.Node active={false} style={{ width: codeSide, height: codeSide }} />
        )}
        {isWaiting && qr.data && (
          <>
            <Qr text={`${qr.data.page}#${qr.data.bindToken}`} size={codeSide} label="绑定码" />
            <p>
              请本人用手机扫码绑定，之后{bindsTo}
              <br />
              {qr.data.expireAt.slice(0, 16)} 前有效，只能用一次
            </p>
          </>
        )}
      </div>
    </Modal>
  );
};
