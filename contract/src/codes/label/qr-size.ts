/** Bytes of each version 1–40 of a QR code in byte mode, by its level of error correction (ISO/IEC 18004, table 7). */
const bytes = {
  L: [17, 32, 53, 78, 106, 134, 154, 192, 230, 271, 321, 367, 425, 458],
  M: [14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362],
  Q: [11, 20, 32, 46, 60, 74, 86, 108, 130, 151, 177, 203, 241, 258],
  H: [7, 14, 24, 34, 44, 58, 64, 84, 98, 119, 137, 155, 177, 194],
} as const;

/** Letters that two of share eleven bits. */
const alphanumeric = /^[0-9A-Z $%*+\-./:]*$/;

/** Bits of a text in a version, counted as bytes of data with the mode and the count before them. */
const isRoomFor = (text: string, most: number, version: number): boolean => {
  if (!alphanumeric.test(text)) return new TextEncoder().encode(text).length <= most;
  const [ofBytes, ofLetters] = version < 10 ? [12, 13] : [20, 15];
  return ofLetters + 11 * Math.floor(text.length / 2) + 6 * (text.length % 2) <= most * 8 + ofBytes;
};

/** Modules along one side of the QR code of a text, at most: what its quiet zone and the size of a module follow from. */
export const qrModules = (text: string, level: keyof typeof bytes): number => {
  const at = bytes[level].findIndex((most, index) => isRoomFor(text, most, index + 1));
  return 17 + 4 * ((at < 0 ? bytes[level].length - 1 : at) + 1);
};
