import { fieldShopsApi, type FieldAgentRow } from '@zhuiyuan/contract/fieldwork/field-shops';
import { useState } from 'react';
import { toast } from '../../../lib/toast.ts';
import { reasonOf } from '../../../lib/reason-of.ts';
import { call } from '../../lib/field-call.ts';
import { go } from '../../lib/navigate.ts';
import { useLeft } from '../../../lib/use-left.ts';
import { usePlace } from '../../lib/use-place.ts';
import { useContentKey } from '../../lib/use-content-key.ts';
import { Card, CardHead, Nothing } from '../../parts/cards.tsx';
import { BusyButton } from '../../../parts/form.tsx';
import { PagedRows, SearchBox } from '../../parts/paged.tsx';
import { usePhotos } from '../../parts/photos.tsx';
import { Screen } from '../../parts/screen.tsx';
import { openSheet } from '../../parts/sheet.tsx';
import { blankShop, shopWords, type ShopField } from './shop-draft.ts';
import { PickField, PlaceCard, TextField, TypeField, useShopForm } from './shop-fields.tsx';

const fields: ShopField[] = ['name', 'shopType', 'agentId', 'contact', 'phone', 'regionCode', 'address'];

const AgentChoice = ({ choose }: { choose: (agent: FieldAgentRow) => void }) => {
  const [keywords, setKeywords] = useState('');
  return (
    <>
      <SearchBox placeholder="名称或编号" changed={setKeywords} />
      <PagedRows<FieldAgentRow>
        key={keywords}
        load={(page) => call(fieldShopsApi.agents, { page, keywords })}
        empty={<Nothing icon="list" words="没有符合条件的经销商" />}
      >
        {(agent) => (
          <button key={agent.id} type="button" className="f-row" onClick={() => choose(agent)}>
            <span className="f-body">
              <b>{agent.name}</b>
              <span className="f-text">{[agent.agentNo, agent.regionName].filter(Boolean).join(' · ')}</span>
            </span>
          </button>
        )}
      </PagedRows>
    </>
  );
};

const chooseAgent = (chosen: (agent: FieldAgentRow) => void): void =>
  void openSheet('所属经销商', (close) => (
    <AgentChoice
      choose={(agent) => {
        close();
        chosen(agent);
      }}
    />
  ));

/** 新增门店 by a salesman in front of its door. */
export const ShopFormPage = () => {
  const form = useShopForm(fields, blankShop);
  const place = usePlace(null);
  const door = usePhotos({ most: 1 });
  const [error, setError] = useState('');
  const isLeft = useLeft();
  const keyOf = useContentKey();

  const send = async (): Promise<void> => {
    setError('');
    const wrong = form.findWrong();
    if (wrong) return wrong.focus();
    if (door.isWaiting()) return;
    const { agentId } = form.shop;
    const content = { ...shopWords(form.shop), agentId, doorImage: door.addresses()[0] ?? '', ...place.position };
    try {
      await call(fieldShopsApi.save, { ...content, idemKey: keyOf(content) });
      toast('提交成功，等待审核');
      if (!isLeft.current) go('/r/shops', { replaces: true });
    } catch (failed) {
      setError(reasonOf(failed));
    }
  };
  return (
    <Screen
      title="新增门店"
      foot={
        <BusyButton busy="提交中" act={send}>
          提交
        </BusyButton>
      }
    >
      <Card>
        <TextField form={form} field="name" label="门店名称" maxLength={60} />
        <TypeField form={form} />
        <PickField
          form={form}
          field="agentId"
          label="所属经销商"
          words={form.shop.agentName}
          open={() => chooseAgent((agent) => form.choose('agentId', { agentId: agent.id, agentName: agent.name }))}
        />
        <TextField form={form} field="contact" label="联系人" maxLength={20} />
        <TextField form={form} field="phone" label="联系电话" type="tel" maxLength={24} />
      </Card>
      <PlaceCard form={form} place={place} />
      <Card>
        <CardHead title="门头照片" />
        {door.view}
        <p className="error" role="alert">
          {error}
        </p>
      </Card>
    </Screen>
  );
};
