/** A rich text as lines of plain text. */
export const plainText = (html: string): string =>
  (
    new DOMParser().parseFromString(html.replaceAll(/<\/(?:p|li|h\d|div|tr)>|<br\s*\/?>/gi, '$&\n'), 'text/html').body
      .textContent ?? ''
  )
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
