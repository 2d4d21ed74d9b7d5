import sanitize from 'sanitize-html';

const tags = 'p br hr h2 h3 h4 blockquote ul ol li strong b em i u s span a img table thead tbody tr th td'.split(' ');
const colour = [/^#[0-9a-f]{3,8}$/i, /^rgba?\([\d\s.,%]+\)$/i];

/**
 * Rich text as it may be stored and shown: paragraphs, headings, lists, emphasis, links, pictures of the library and
 * plain tables. Scripts, frames, styles, handlers and addresses other than web, mail and telephone are dropped.
 */
export const cleanHtml = (html: string): string =>
  sanitize(html, {
    allowedTags: tags,
    allowedAttributes: {
      a: ['href', 'target', 'rel'],
      img: ['src', 'alt', 'width', 'height'],
      td: ['colspan', 'rowspan'],
      th: ['colspan', 'rowspan'],
      '*': ['style'],
    },
    allowedStyles: { '*': { 'text-align': [/^(?:left|center|right)$/], color: colour } },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['http', 'https'] },
    allowProtocolRelative: false,
    transformTags: { a: sanitize.simpleTransform('a', { target: '_blank', rel: 'noopener noreferrer' }) },
  }).trim();

/** As `cleanHtml`; text without tags stays as it was typed. */
export const cleanRich = (text: string): string => (/<\w/.test(text) ? cleanHtml(text) : text);
