import { CollectField } from '@zhuiyuan/contract/campaign/campaign-states';
import type { Collected } from '@zhuiyuan/contract/campaign/draw/collect';
import { maskPhone } from '@zhuiyuan/contract/kit/phone';

/** The first character of a name. */
export const maskName = (name: string): string => (name === '' ? '' : `${[...name][0]}**`);

/** The first three characters of an address below its district. */
export const maskAddress = (address: string): string =>
  address === '' ? '' : `${[...address].slice(0, 3).join('')}****`;

const masks: { [K in keyof Collected]: (value: string) => string } = {
  name: maskName,
  phone: maskPhone,
  wechat: (value) => `${[...value].slice(0, 2).join('')}****`,
  card: (value) => `**************${value.slice(-4)}`,
  sex: (value) => value,
  birth: (value) => `${value.slice(0, 4)}-**-**`,
};

/** What a winner told of himself, in the order of its fields, masked. */
export const maskCollected = (collected: Partial<Collected>): string =>
  CollectField.options
    .flatMap(({ value, label }) => (collected[value] ? [`${label} ${masks[value](collected[value])}`] : []))
    .join('，');
