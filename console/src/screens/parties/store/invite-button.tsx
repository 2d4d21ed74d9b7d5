import { shopInviteApi } from '@zhuiyuan/contract/parties/shop/shop-invite';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import QrCode from 'icon:qr-code';
import RefreshCw from 'icon:refresh-cw';
import { useState } from 'react';
import { call } from '../../../lib/call.ts';
import { confirm, toast } from '../../../lib/toast.ts';
import { useClassList } from '../../../lib/use-class-list.ts';
import { May } from '../../../parts/feedback/may.tsx';
import { useSubmitLock } from '../../../parts/feedback/use-submit-lock.ts';
import { countText } from '../../../parts/format/numbers.ts';
import { PosterModal } from '../../../parts/frame/poster-modal.tsx';
import { AgentInput } from '../../../parts/pickers/agent-input.tsx';
import { useIsPlatform } from '../../../parts/pickers/firm-field.tsx';
import './store.css';

const FirmInput = ({ value, onChange }: { value: number | undefined; onChange: (id: number) => void }) => (
  <Select<number>
    id="invite-firm"
    className="zy-full"
    placeholder="请选择所属企业"
    showSearch={{ optionFilterProp: 'label' }}
    value={value}
    onChange={onChange}
    options={useClassList('firm').all.map(({ id, name }) => ({ value: id, label: name }))}
  />
);

/** The link by which shops put themselves forward to a firm: its own, or that of the chosen dealer. */
const Invite = ({ firmId: asked, close }: { firmId: number | undefined; close: () => void }) => {
  const isPlatform = useIsPlatform();
  const client = useQueryClient();
  const [firmId, setFirmId] = useState(asked);
  const [agentId, setAgentId] = useState<number>();
  const [isBusy, lock] = useSubmitLock();
  const of = { ...(isPlatform ? { firmId } : {}), agentId };
  const key = [shopInviteApi.offer.path, of];
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(shopInviteApi.offer, of, { quiet: true, signal }),
    enabled: !isPlatform || firmId !== undefined,
    gcTime: 0,
  });
  const renew = async (): Promise<void> => {
    const text = '更换后，原来的链接和已印出的二维码不能再用来申请，确定更换？';
    if (!(await confirm({ text, verb: '更换' }))) return;
    await lock(async () => {
      client.setQueryData(key, await call(shopInviteApi.renew, of));
      toast.success('已更换');
    }).catch(() => undefined);
  };
  return (
    <PosterModal
      id={data?.url}
      isOpen
      error={error ?? undefined}
      retry={() => void refetch()}
      close={close}
      title="门店入驻码"
      load={() =>
        Promise.resolve({
          url: data!.url,
          title: data!.firmName,
          name: data!.agentName || '门店入驻',
          number: data!.agentName ? '经销商邀请门店入驻' : '所属经销商由企业审核时安排',
          hint: '微信扫码，填写资料申请入驻',
        })
      }
      top={
        <div className="zy-invite">
          {isPlatform && (
            <>
              <label htmlFor="invite-firm">所属企业</label>
              <FirmInput
                value={firmId}
                onChange={(id) => {
                  setFirmId(id);
                  setAgentId(undefined);
                }}
              />
            </>
          )}
          <label htmlFor="invite-agent">经销商</label>
          <AgentInput
            id="invite-agent"
            {...(firmId === undefined ? {} : { firmId })}
            value={agentId}
            onChange={setAgentId}
            placeholder="不选时审核再定"
            disabled={isPlatform && firmId === undefined}
          />
          {isPlatform && firmId === undefined && <p>选择企业后显示入驻码</p>}
          {data && <p>由此申请的门店 {countText(data.applied)} 家</p>}
        </div>
      }
      buttons={
        <Button
          icon={<RefreshCw size={14} strokeWidth={1.6} />}
          disabled={!data || isBusy}
          onClick={() => void renew()}
        >
          更换
        </Button>
      }
    />
  );
};

/** 门店入驻码, above the shops that were put forward. */
export const InviteButton = ({ firmId }: { firmId: number | undefined }) => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <May of={shopInviteApi.offer.may}>
      <Button icon={<QrCode size={14} strokeWidth={1.6} />} onClick={() => setIsOpen(true)}>
        门店入驻码
      </Button>
      {isOpen && <Invite firmId={firmId} close={() => setIsOpen(false)} />}
    </May>
  );
};
