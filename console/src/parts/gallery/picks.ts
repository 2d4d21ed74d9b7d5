import type { Attachment } from '@zhuiyuan/contract/media/attachment';
import type { Uploaded } from '@zhuiyuan/contract/media/upload';

/** What was just uploaded, as the library lists it. */
export const toAttachment = ({ attId, fileName, fileSize, url, type }: Uploaded): Attachment => ({
  attId,
  name: fileName,
  attDir: url,
  sattDir: url,
  attSize: String(fileSize),
  attType: type,
  pid: 0,
  imageType: 1,
  width: 0,
  height: 0,
  isOwn: true,
  createTime: '',
  updateTime: '',
});

/** What picking one more answers: the new picks, or why not. */
export type Picked = { picks: readonly Attachment[]; warning?: undefined } | { picks?: undefined; warning: string };

/** Says how many may be picked at once. */
export const tooManyText = (most: number): string => (most === 1 ? '最多只能选一张图片' : `最多选择${most}张图片`);

/** Puts one picture to the end of the picks, or takes it out again; the others keep their order. */
export const toggled = (picks: readonly Attachment[], one: Attachment, most: number): Picked => {
  const rest = picks.filter(({ attId }) => attId !== one.attId);
  if (rest.length < picks.length) return { picks: rest };
  return picks.length < most ? { picks: [...picks, one] } : { warning: tooManyText(most) };
};

/** Place of a picture in the order of picking, from 1; 0 when it is not picked. */
export const placeOf = (picks: readonly Attachment[], attId: number): number =>
  picks.findIndex((one) => one.attId === attId) + 1;
