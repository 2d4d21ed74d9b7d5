/** A number to dial where it is one. */
export const ContactLine = ({ contact }: { contact: string }) => {
  const dial = contact.replace(/[^\d+]/g, '');
  return dial.length >= 7 && /^[\d\s()+-]+$/.test(contact) ? <a href={`tel:${dial}`}>{contact}</a> : contact;
};
