import { createElement, type CSSProperties, type ReactElement, type ReactNode } from 'react';
import { webAddress } from '../lib/formats.ts';
import { outside, WidePicture } from '../parts/picture.tsx';

const keptTags = new Set(
  'p br hr h2 h3 h4 blockquote ul ol li strong b em i u s span table thead tbody tr th td'.split(' '),
);
const dropped = new Set(['script', 'style', 'iframe', 'object', 'template']);
const colour = /^(?:#[0-9a-f]{3,8}|rgba?\([\d\s.,%]+\))$/i;

/** What is kept of an element beside its content. */
const propertiesOf = (node: HTMLElement): Record<string, unknown> => {
  const { textAlign, color } = node.style;
  const style: CSSProperties = {};
  if (/^(?:left|center|right)$/.test(textAlign)) style.textAlign = textAlign as 'left';
  if (colour.test(color)) style.color = color;
  const properties: Record<string, unknown> = Object.keys(style).length ? { style } : {};
  for (const span of ['colSpan', 'rowSpan']) {
    const value = node.getAttribute(span);
    if (value && /^\d{1,2}$/.test(value)) properties[span] = value;
  }
  return properties;
};

/** Builds what is known of some markup anew; `see` hears of each text and each picture in it. */
const copyOf = (node: Node, see: (words: string) => void): ReactNode[] => {
  if (node.nodeType === Node.TEXT_NODE) {
    const words = node.textContent ?? '';
    see(words);
    return [words];
  }
  if (!(node instanceof HTMLElement)) return [];
  const tag = node.tagName.toLowerCase();
  if (dropped.has(tag)) return [];
  if (tag === 'img') {
    const address = webAddress(node.getAttribute('src'));
    if (!address) return [];
    see(tag);
    return [createElement(WidePicture, { address, alt: node.getAttribute('alt') ?? '' })];
  }
  const children = [...node.childNodes].flatMap((child) => copyOf(child, see));
  if (tag === 'a') {
    const given = node.getAttribute('href') ?? '';
    const href = /^(?:tel|mailto):/.test(given) ? given : webAddress(given);
    return href ? [createElement('a', { href, ...outside }, ...children)] : children;
  }
  return keptTags.has(tag) ? [createElement(tag, propertiesOf(node), ...children)] : children;
};

/**
 * Rich text of a firm, built anew from the few tags and properties that are known, so that nothing else of it ever
 * reaches the page; text without tags becomes paragraphs. Null when it is empty.
 */
export const richText = (html: string): ReactElement | null => {
  let isTold = false;
  const see = (words: string): void => void (isTold ||= words.trim() !== '');
  const paragraphs = (): ReactNode[] =>
    html
      .split(/\n+/)
      .filter((line) => line.trim())
      .map((line) => {
        see(line);
        return createElement('p', {}, line);
      });
  const content = /<\w/.test(html)
    ? [...new DOMParser().parseFromString(html, 'text/html').body.childNodes].flatMap((node) => copyOf(node, see))
    : paragraphs();
  return isTold ? createElement('div', { className: 'rich' }, ...content) : null;
};
