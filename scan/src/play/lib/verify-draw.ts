/** What was recomputed on this phone: null where it cannot compute (pages without https have no such functions). */
export interface Recomputed {
  seedOk: boolean;
  rand: number;
}

const fromHex = (hex: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array((hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)));

const toHex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

const million = 1_000_000;
/** 2³² modulo a million. */
const carry = 967_296;
/** Numbers from here on, in the low word of an otherwise full high one, would favour some results and are drawn anew. */
const tooHigh = 2 ** 32 - 551_616;

/**
 * Recomputes a draw from its published seed: whether the seed has the hash told before the draw, and the number below a million
 * that seed and message make.
 */
export const recompute = async (seed: string, seedHash: string, message: string): Promise<Recomputed | null> => {
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  if (!subtle) return null;
  const bytes = fromHex(seed);
  const seedOk = toHex(await subtle.digest('SHA-256', bytes)) === seedHash.toLowerCase();
  const key = await subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  for (let round = 0; ; round += 1) {
    const mac = new DataView(await subtle.sign('HMAC', key, new TextEncoder().encode(`${message}|r|${round}`)));
    const high = mac.getUint32(0);
    const low = mac.getUint32(4);
    if (high === 2 ** 32 - 1 && low >= tooHigh) continue;
    return { seedOk, rand: ((high % million) * carry + low) % million };
  }
};
