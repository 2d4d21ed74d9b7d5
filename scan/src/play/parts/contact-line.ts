import { h } from '../../lib/elements.ts';

/** A number to dial where it is one. */
export const contactLine = (contact: string): Node | string => {
  const dial = contact.replace(/[^\d+]/g, '');
  return dial.length >= 7 && /^[\d\s()+-]+$/.test(contact) ? h('a', { href: `tel:${dial}` }, contact) : contact;
};
