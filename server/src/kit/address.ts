import { BlockList, isIP } from 'node:net';

const inner = new BlockList();
inner.addSubnet('10.0.0.0', 8);
inner.addSubnet('172.16.0.0', 12);
inner.addSubnet('192.168.0.0', 16);
inner.addSubnet('127.0.0.0', 8);
inner.addAddress('::1', 'ipv6');
inner.addSubnet('fc00::', 7, 'ipv6');
inner.addSubnet('fe80::', 10, 'ipv6');

/** Whether an address belongs to a local network. */
export const isPrivateAddress = (address: string): boolean => {
  const bare = address.replace(/^::ffff:/, '');
  const family = isIP(bare);
  return family > 0 && inner.check(bare, family === 6 ? 'ipv6' : 'ipv4');
};
