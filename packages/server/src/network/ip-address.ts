import { isIP } from 'node:net';

/** An IPv4 address that was mapped into IPv6 (RFC 4291, section 2.5.5.2), as IPv4; anything else unchanged. */
export function unmapped(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1] !== undefined) return mapped[1];
  if (!/^[0:]*:ffff:/i.test(address) || isIP(address) !== 6) return address;
  const bytes = ipv6Bytes(address);
  const prefix = bytes.slice(0, 12);
  return prefix.every((byte, at) => byte === (at < 10 ? 0 : 0xff)) ? bytes.slice(12).join('.') : address;
}

/** The 4 or 16 bytes of an address, or undefined if it is none. */
export function addressBytes(address: string): readonly number[] | undefined {
  switch (isIP(address)) {
    case 4:
      return address.split('.').map(Number);
    case 6:
      return ipv6Bytes(address);
    default:
      return undefined;
  }
}

function ipv6Bytes(address: string): number[] {
  const [head = '', tail] = address.split('%', 1)[0]?.split('::') ?? [];
  const front = groups(head);
  const back = groups(tail ?? '');
  const zeros = Array<number>(Math.max(0, 8 - front.length - back.length)).fill(0);
  return [...front, ...zeros, ...back].flatMap((group) => [group >> 8, group & 0xff]);
}

function groups(part: string): number[] {
  if (part === '') return [];
  return part.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}
