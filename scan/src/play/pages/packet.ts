import type { MyPacketDetail } from '@zhuiyuan/contract/red/send/my-packets';
import { h } from '../../lib/elements.ts';
import { reasonOf } from '../../parts/field.ts';
import { yuan } from '../lib/amounts.ts';
import type { Desk } from '../lib/desk.ts';
import { currentDesk } from '../lib/scene.ts';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { shortMoment } from '../lib/times.ts';
import { toHash } from '../lib/views.ts';
import { card, facts, failure, prizePicture, skeleton } from '../parts/cards.ts';
import { openCashWay } from '../parts/cash-way.ts';
import { showScreen } from '../parts/layer.ts';
import { drawSteps, packetSteps } from '../parts/steps.ts';

const headOf = ({ amount, wishing, sentAt }: MyPacketDetail): Node[] => [
  prizePicture('', PrizeType.cash, 60),
  h('div', {}, h('h2', {}, `${yuan(amount)} 元红包`), h('p', {}, wishing), h('p', {}, `${shortMoment(sentAt)} 发放`)),
];

/** How far the money has come, with what its receiver has to do. */
const wayOf = (packet: MyPacketDetail, desk: Desk): HTMLElement => {
  const steps = h('div', {}, drawSteps(packetSteps(packet)));
  const acts = h('div', { class: 'q-acts' });
  const trouble = h('p', { class: 'p-note q-trouble', role: 'status' });
  const element = card('领取进度', steps, acts, trouble);
  const id = String(packet.id);
  let shown: MyPacketDetail | null = packet;
  /** The packet as it was heard of last: the first time that is on the page already. */
  const read = async (): Promise<MyPacketDetail> => {
    const next = shown ?? (await desk.packet(id));
    shown = null;
    return next;
  };
  let last = packet;
  // It is put on the page first.
  queueMicrotask(() =>
    openCashWay({
      desk: { claimPay: async () => (last = await read()).pay },
      claimNo: id,
      hash: toHash({ name: 'packet', id }),
      isHere: () => element.isConnected,
      show: (_pay, act, words) => {
        steps.replaceChildren(drawSteps(packetSteps(last)));
        acts.replaceChildren(act ?? '');
        trouble.textContent = words;
      },
    }),
  );
  return element;
};

/** A red packet that staff sent: its receiver confirms it here. */
export const showPacket = (id: string): void => {
  const desk = currentDesk();
  const head = h('div', { class: 'p-prize' });
  const body = h('div', {}, skeleton());
  showScreen({ title: '红包', look: 'paper', bar: '红包', head: [head], body: [body] });
  const load = async (): Promise<void> => {
    try {
      const packet = await desk.packet(id);
      if (!body.isConnected) return;
      head.replaceChildren(...headOf(packet));
      body.replaceChildren(
        wayOf(packet, desk),
        card(
          '红包信息',
          facts([
            ['发送方', packet.sendName],
            ['主办方', packet.firmName],
          ]),
        ),
      );
    } catch (error) {
      if (body.isConnected) body.replaceChildren(failure(reasonOf(error), () => void load()));
    }
  };
  void load();
};
