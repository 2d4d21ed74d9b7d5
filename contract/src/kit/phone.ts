import { plainDigits, plainNumber } from './typed.ts';

const mobile = /^1[3-9]\d{9}$/;
/** Area code and number of a landline with an optional extension, or a 400/800 service number. */
const landline = /^(?:0\d{2,3}-?[2-9]\d{6,7}(?:-\d{1,6})?|[48]00-?\d{3}-?\d{4})$/;

/** Whether a text is a mainland mobile number. */
export const isMobile = (text: string): boolean => mobile.test(text);

/** Whether a text is a mobile, landline or service number. */
export const isPhone = (text: string): boolean => mobile.test(text) || landline.test(text);

/** A number as it is kept: what contacts and other programs write around one, a country's code before a mobile number too, is not the number. */
export const plainPhone = (typed: string): string => {
  const digits = plainDigits(typed).replace(/^(?:\+|00)?86(?=1)/, '');
  return mobile.test(digits) ? digits : plainNumber(typed);
};

/** A number for lists: `138****4570`; of a landline only the last four digits are hidden. */
export const maskPhone = (phone: string): string => {
  if (mobile.test(phone)) return `${phone.slice(0, 3)}****${phone.slice(-4)}`;
  return phone.length > 4 ? `${phone.slice(0, -4)}****` : phone;
};
