/** Bytes of each version 1–40 of a QR code in byte mode, by its level of error correction (ISO/IEC 18004, table 7). */
const bytes = {
  L: [17, 32, 53, 78, 106, 134, 154, 192, 230, 271, 321, 367, 425, 458],
  M: [14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362],
  Q: [11, 20, 32, 46, 60, 74, 86, 108, 130, 151, 177, 203, 241, 258],
  H: [7, 14, 24, 34, 44, 58, 64, 84, 98, 119, 137, 155, 177, 194],
} as const;

/** Modules along one side of the QR code of so many bytes: what its quiet zone and the size of a module follow from. */
export const qrModules = (length: number, level: keyof typeof bytes): number => {
  const at = bytes[level].findIndex((most) => length <= most);
  return 17 + 4 * ((at < 0 ? bytes[level].length - 1 : at) + 1);
};
