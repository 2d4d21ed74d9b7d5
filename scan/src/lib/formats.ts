/** `11-20 19:42`, with the year only when it is not the year of `now`; both are times of the wire. */
export const shortTime = (time: string, now: string): string => shortDay(time, now) + time.slice(10, 16);

/** `11-20`, with the year only when it is not the year of `now`. */
export const shortDay = (time: string, now: string): string =>
  time.slice(0, 4) === now.slice(0, 4) ? time.slice(5, 10) : time.slice(0, 10);

/** An address that may be opened or shown: a web address, or null for anything else (`javascript:` among them). */
export const webAddress = (address: string | null | undefined): string | null => {
  if (!address) return null;
  try {
    return ['http:', 'https:'].includes(new URL(address, location.href).protocol) ? address : null;
  } catch {
    return null;
  }
};

/** The small copy of a library picture; other addresses as they are. */
export const smallPicture = (address: string): string =>
  /^\/media\/.+\.(?:png|jpe?g|gif|webp)$/i.test(address) ? `${address}?thumb=1` : address;
