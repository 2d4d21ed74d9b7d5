/** Bytes of hexadecimal digits. */
export const toBytes = (hex: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array((hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)));

const toHex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** SHA-256 as hexadecimal digits. */
export const hashOf = async (data: string | Uint8Array<ArrayBuffer>): Promise<string> =>
  toHex(await crypto.subtle.digest('SHA-256', typeof data === 'string' ? new TextEncoder().encode(data) : data));

/** The remainder of a number of 64 bits, taken sixteen bits at a time: older phones know no numbers of that size. */
const remainder = (parts: readonly number[], range: number): number =>
  parts.reduce((left, part) => (left * 65_536 + part) % range, 0);

/** Makes numbers under a seed: from 0 below `range` (at most 2³⁶), each equally likely. */
export const openNumbers = async (seed: string): Promise<(message: string, range: number) => Promise<number>> => {
  const key = await crypto.subtle.importKey('raw', toBytes(seed), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return async (message, range) => {
    // The last, incomplete range below 2⁶⁴: its numbers would favour some results and are drawn anew.
    const incomplete = (remainder([65_535, 65_535, 65_535, 65_535], range) + 1) % range;
    for (let turn = 0; ; turn += 1) {
      const mac = new DataView(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(`${message}|${turn}`)));
      const parts = [0, 2, 4, 6].map((at) => mac.getUint16(at));
      const above = parts.reduce((left, part) => left * 65_536 + (65_535 - part), 0) + 1;
      if (above > incomplete) return remainder(parts, range);
    }
  };
};
