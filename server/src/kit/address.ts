import { BlockList, isIP, SocketAddress } from 'node:net';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls, as `clientAddress` tells it; everything that needs the address reads it here. */
    address: string;
  }
}

/** Stands where the connection was gone before it could be asked. */
const unknown = '0.0.0.0';

/** A text without the port, brackets and zone that some proxies and sockets write around an address. */
const bareAddress = (text: string): string => {
  const trimmed = text.trim();
  const inner = /^\[([^\]]*)\](?::\d+)?$/.exec(trimmed)?.[1] ?? /^([\d.]+):\d+$/.exec(trimmed)?.[1] ?? trimmed;
  return inner.replace(/%.*$/, '');
};

/** An address in its one spelling, an IPv4 address told as IPv6 by itself; nothing where the text is none. */
export const parseAddress = (text: string): string | undefined => {
  const bare = bareAddress(text);
  if (isIP(bare) === 4) return bare;
  if (isIP(bare) !== 6) return undefined;
  const { address } = new SocketAddress({ address: bare, family: 'ipv6' });
  return /^::ffff:([\d.]+)$/.exec(address)?.[1] ?? address;
};

/**
 * What limits count an address by: an IPv4 address itself, of IPv6 the network of 64 bits that a single line is given.
 * Takes what {@link parseAddress} gave.
 */
export const addressGroup = (address: string): string => toNetwork(address, 64);

/** The network of 48 bits that an IPv6 address lies in, an IPv4 address itself. */
export const addressSite = (address: string): string => toNetwork(address, 48);

const toNetwork = (address: string, bits: 48 | 64): string => {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  const zeros = Array<string>(8 - before.length - after.length).fill('0');
  return `${parseAddress(`${[...before, ...zeros, ...after].slice(0, bits / 16).join(':')}::`)}/${bits}`;
};

/** Tells whether an address lies in one of the networks. */
export type InNetworks = (address: string) => boolean;

const loopback = ['127.0.0.0/8', '::1'];

/** How many times as much a limit lets a network of 48 bits do as one address: one line of IPv6 may be given all of its 65,536 networks of 64 bits. */
export const siteFactor = 16;

/** Reads a list of addresses, networks (`10.0.0.0/8`) and `loopback`; nothing where an entry is none of them. */
export const readNetworks = (entries: readonly string[]): InNetworks | undefined => {
  const list = new BlockList();
  for (const entry of entries.flatMap((one) => (one === 'loopback' ? loopback : [one]))) {
    const [text = '', length, ...rest] = entry.split('/');
    const address = parseAddress(text);
    if (!address || rest.length > 0) return undefined;
    const longest = isIP(address) === 6 ? 128 : 32;
    const bits = length === undefined ? longest : /^\d{1,3}$/.test(length) ? Number(length) : Infinity;
    if (bits > longest) return undefined;
    list.addSubnet(address, bits, longest === 128 ? 'ipv6' : 'ipv4');
  }
  return (address) => {
    const parsed = parseAddress(address);
    return parsed !== undefined && list.check(parsed, isIP(parsed) === 6 ? 'ipv6' : 'ipv4');
  };
};

/** Local networks. */
export const privateNetworks: readonly string[] = [
  ...loopback,
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  'fc00::/7',
  'fe80::/10',
];

/** Whether an address belongs to a local network. */
export const isPrivateAddress: InNetworks = readNetworks(privateNetworks)!;

/**
 * Who calls: the peer, or whom trusted proxies name before it in `X-Forwarded-For`, read from the right. An entry that is no
 * address ends the reading: the last address known stands.
 */
export const clientAddress = (peer: string | undefined, forwarded: string | undefined, trusts: InNetworks): string => {
  let client = parseAddress(peer ?? '') ?? unknown;
  for (const hop of (forwarded ?? '').split(',').reverse()) {
    const next = trusts(client) ? parseAddress(hop) : undefined;
    if (!next) break;
    client = next;
  }
  return client;
};
