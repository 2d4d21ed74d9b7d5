import type { TraceDetail } from '@zhuiyuan/contract/trace/trace-detail';
import type { BlockOf, LotFact, ProductFact } from '@zhuiyuan/contract/trace/template/template-blocks';
import { fenToYuan } from '@zhuiyuan/contract/kit/decimal';
import { h } from '../lib/elements.ts';
import { webAddress } from '../lib/formats.ts';
import { tilePicture, tiles, widePicture } from './pictures.ts';
import { richText } from './rich-text.ts';

const outside = { target: '_blank', rel: 'noopener noreferrer' };

/** A card with its title; null when nothing would stand in it. */
export const card = (title: string, ...content: (Node | null)[]): HTMLElement | null =>
  content.some(Boolean)
    ? h('section', { class: 'card', 'aria-label': title || null }, title && h('h2', {}, title), ...content)
    : null;

const rows = (facts: [string, string][]): HTMLElement | null => {
  const told = facts.filter(([, value]) => value);
  return told.length
    ? h('dl', { class: 'rows' }, ...told.map(([label, value]) => h('div', {}, h('dt', {}, label), h('dd', {}, value))))
    : null;
};

const productLabels: Record<Exclude<ProductFact, 'detail'>, string> = {
  brand: '品牌',
  spec: '规格型号',
  origin: '产地',
  gtin: '商品条码',
  shelfLife: '保质期',
  standardNo: '执行标准',
  licenseNo: '生产许可证',
  price: '建议零售价',
};

const lotLabels: Record<LotFact, string> = {
  lotNo: '批号',
  produceDate: '生产日期',
  expireDate: '有效期至',
  workshop: '生产车间',
  lineNo: '生产线',
  team: '班组',
  qcState: '质检结果',
};

/** What stands below name and picture of the product. */
export const productFacts = (block: BlockOf<'product'>, { product }: TraceDetail): (HTMLElement | null)[] => {
  if (!product) return [];
  const price = product.price === null ? '' : `¥${fenToYuan(product.price)}`;
  const facts = block.facts.flatMap((fact): [string, string][] =>
    fact === 'detail' ? [] : [[productLabels[fact], fact === 'price' ? price : product[fact]]],
  );
  return [rows(facts), block.facts.includes('detail') ? richText(product.detail) : null];
};

export const lotCard = (block: BlockOf<'lot'>, { lot }: TraceDetail): HTMLElement | null => {
  const chosenFacts = block.facts.length ? block.facts : (Object.keys(lotLabels) as LotFact[]);
  return lot && card(block.title || '批次信息', rows(chosenFacts.map((fact) => [lotLabels[fact], lot[fact] ?? ''])));
};

/** Pictures of the product side by side, moved by the finger; the number below says which one is seen. */
export const carousel = (block: BlockOf<'carousel'>, { product }: TraceDetail): HTMLElement | null => {
  const images = (product?.images ?? []).flatMap(
    (address, index) => widePicture(address, `产品图片${index + 1}`) ?? [],
  );
  if (!images.length) return null;
  const strip = h(
    'div',
    { class: `slides ratio-${block.ratio.replace(':', '-')}`, tabindex: images.length > 1 ? 0 : null },
    ...images,
  );
  const count = h('span', { class: 'slide-count', 'aria-hidden': 'true' }, `1/${images.length}`);
  strip.addEventListener('scroll', () => {
    const at = Math.round(strip.scrollLeft / Math.max(1, strip.clientWidth));
    count.textContent = `${Math.min(at + 1, images.length)}/${images.length}`;
  });
  return h('section', { class: 'card flush', 'aria-label': '产品图片' }, strip, images.length > 1 ? count : null);
};

export const videoCard = (block: BlockOf<'video'>, { product }: TraceDetail): HTMLElement | null => {
  const address = webAddress(block.source === 2 ? block.url : product?.video);
  if (!address) return null;
  const poster = webAddress(block.cover);
  const video = h('video', {
    src: address,
    poster,
    controls: true,
    playsinline: true,
    // without a cover the first picture of the film is fetched, and nothing more before it is played
    preload: poster ? 'none' : 'metadata',
  });
  return h(
    'section',
    { class: block.title ? 'card' : 'card flush', 'aria-label': block.title || '视频' },
    block.title && h('h2', {}, block.title),
    video,
  );
};

export const firmCard = (block: BlockOf<'firm'>, { firm }: TraceDetail): HTMLElement | null => {
  if (!firm) return null;
  const site = webAddress(firm.website);
  return card(
    block.title || '企业介绍',
    h('h3', { class: 'firm-name' }, firm.name),
    richText(firm.intro),
    block.withImages ? tiles(firm.images.slice(0, 6), '企业图片', 3) : null,
    block.withContact ? rows([['地址', firm.address]]) : null,
    block.withContact && site ? h('a', { class: 'paper', href: site, ...outside }, '访问官网') : null,
  );
};

const isPicture = (address: string): boolean => /\.(?:png|jpe?g|gif|webp|bmp)$/i.test(address);

/** Papers that open in a page of their own: pictures as tiles, others as lines. */
export const paperCard = (title: string, links: TraceDetail['reports'], images: string[] = []): HTMLElement | null => {
  const shownLinks = links.flatMap(({ title: name, url }) => {
    const tile = isPicture(url) ? tilePicture(url, name) : null;
    if (!tile) return [];
    tile.append(h('span', {}, name));
    return [tile];
  });
  const own = images.flatMap((address, index) => tilePicture(address, `${title}${index + 1}`) ?? []);
  const lines = links.flatMap(({ title: name, url }) => {
    const safe = isPicture(url) ? null : webAddress(url);
    return safe ? [h('a', { class: 'paper', href: safe, ...outside }, name)] : [];
  });
  const pictures = [...shownLinks, ...own];
  return card(title, pictures.length ? h('div', { class: 'tiles tiles-3' }, ...pictures) : null, ...lines);
};

export const mapCard = (block: BlockOf<'map'>, { firm }: TraceDetail): HTMLElement | null => {
  const own = block.source === 2;
  const name = own ? block.place : (firm?.name ?? '');
  const address = own ? block.address : (firm?.address ?? '');
  const lng = own ? block.lng : (firm?.lng ?? null);
  const lat = own ? block.lat : (firm?.lat ?? null);
  const target =
    lng !== null && lat !== null
      ? `https://uri.amap.com/marker?position=${lng},${lat}&name=${encodeURIComponent(name || address)}`
      : null;
  return name || address
    ? card(
        block.title || '地图',
        name ? h('h3', { class: 'firm-name' }, name) : null,
        address ? h('p', { class: 'facts' }, address) : null,
        target ? h('a', { class: 'button map-link', href: target, ...outside }, '在地图中查看') : null,
      )
    : null;
};

export const graphicCard = (block: BlockOf<'graphic'>): HTMLElement | null => {
  const link = webAddress(block.link);
  const pictures =
    block.columns === 1
      ? block.images.flatMap((address, index) => {
          const image = widePicture(address, `${block.title || '图片'}${index + 1}`);
          return image ? [link ? h('a', { class: 'wide', href: link, ...outside }, image) : image] : [];
        })
      : [tiles(block.images, block.title || '图片', block.columns)];
  const text = block.text ? richText(block.text.replace(/</g, '＜')) : null;
  const go = link && block.columns !== 1 ? h('a', { class: 'paper', href: link, ...outside }, '查看详情') : null;
  return card(
    block.title,
    text,
    ...pictures,
    link && !block.images.length ? h('a', { class: 'paper', href: link, ...outside }, '查看详情') : go,
  );
};
