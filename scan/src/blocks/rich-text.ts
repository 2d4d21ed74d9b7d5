import { h } from '../lib/elements.ts';
import { webAddress } from '../lib/formats.ts';
import { widePicture } from './pictures.ts';

const keptTags = new Set(
  'p br hr h2 h3 h4 blockquote ul ol li strong b em i u s span table thead tbody tr th td'.split(' '),
);
const dropped = new Set(['script', 'style', 'iframe', 'object', 'template']);
const colour = /^(?:#[0-9a-f]{3,8}|rgba?\([\d\s.,%]+\))$/i;

const copyOf = (node: Node): Node[] => {
  if (node.nodeType === Node.TEXT_NODE) return [document.createTextNode(node.textContent ?? '')];
  if (!(node instanceof Element)) return [];
  const tag = node.tagName.toLowerCase();
  if (dropped.has(tag)) return [];
  if (tag === 'img') {
    const image = widePicture(node.getAttribute('src') ?? '', node.getAttribute('alt') ?? '');
    return image ? [image] : [];
  }
  const children = [...node.childNodes].flatMap(copyOf);
  if (tag === 'a') {
    const href = node.getAttribute('href') ?? '';
    const safe = /^(?:tel|mailto):/.test(href) ? href : webAddress(href);
    return safe ? [h('a', { href: safe, target: '_blank', rel: 'noopener noreferrer' }, ...children)] : children;
  }
  if (!keptTags.has(tag)) return children;
  const copy = h(tag as 'p', {}, ...children);
  const { textAlign, color } = (node as HTMLElement).style;
  if (/^(?:left|center|right)$/.test(textAlign)) copy.style.textAlign = textAlign;
  if (colour.test(color)) copy.style.color = color;
  for (const span of ['colspan', 'rowspan']) {
    const value = node.getAttribute(span);
    if (value && /^\d{1,2}$/.test(value)) copy.setAttribute(span, value);
  }
  return [copy];
};

const paragraphs = (text: string): Node[] =>
  text
    .split(/\n+/)
    .filter((line) => line.trim())
    .map((line) => h('p', {}, line));

/**
 * Rich text of a firm, built anew from the few tags and properties that are known, so that nothing else of it ever
 * reaches the page; text without tags becomes paragraphs. Null when it is empty.
 */
export const richText = (html: string): HTMLElement | null => {
  if (!html.trim()) return null;
  const content = /<\w/.test(html)
    ? [...new DOMParser().parseFromString(html, 'text/html').body.childNodes].flatMap(copyOf)
    : paragraphs(html);
  const box = h('div', { class: 'rich' }, ...content);
  return box.textContent?.trim() || box.querySelector('img') ? box : null;
};
