import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Listeners and a file that nothing of an attack may reach. A TCP canary counts bare connections too, and answers
 * whatever it is asked with its text, so that a leak also shows in what a conversion returns.
 */
export interface Canaries {
  /** `host:port` of each TCP canary: loopback of both families, and the machine's own address if it has one. */
  readonly hosts: readonly string[];
  /** `host:port` of each UDP canary. */
  readonly udpHosts: readonly string[];
  /** What the TCP canaries answer. */
  readonly text: string;
  /** A file that every user may read. */
  readonly file: string;
  readonly fileText: string;
  /** What came in: the first line of a request, or `connection` or `datagram`. */
  readonly hits: string[];
  close(): void;
}

export async function startCanaries(): Promise<Canaries> {
  const text = `CANARY-INTERNAL-${randomUUID()}`;
  const fileText = `FILE-CANARY-${randomUUID()}`;
  const hits: string[] = [];
  const addresses = ['127.0.0.1', '::1', ...ownAddress()];
  const servers: Server[] = [];
  const sockets: UdpSocket[] = [];
  for (const address of addresses) {
    const port = servers[0] ? portOf(servers[0]) : 0;
    servers.push(await listen(address, port, (socket) => answer(socket, text, hits)));
    sockets.push(await bind(address, sockets[0]?.address().port ?? 0, hits));
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'platen-canary-'));
  const file = path.join(folder, 'secret.txt');
  writeFileSync(file, fileText, { mode: 0o644 });
  // The folder itself is open too: the file has to be out of reach for the browser, not for its mode.
  execFileSync('chmod', ['755', folder]);
  const host = (address: string) => (address.includes(':') ? `[${address}]` : address);
  return {
    hosts: addresses.map((address) => `${host(address)}:${portOf(servers[0] as Server)}`),
    udpHosts: addresses.map((address) => `${host(address)}:${sockets[0]?.address().port}`),
    text,
    file,
    fileText,
    hits,
    close: () => {
      for (const server of servers) server.close();
      for (const socket of sockets) socket.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** An IPv4 address of this machine that is not loopback. */
function ownAddress(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return all
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address)
    .slice(0, 1);
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

async function listen(address: string, port: number, serve: (socket: Socket) => void): Promise<Server> {
  const server = createServer(serve);
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, address, resolve));
  return server;
}

async function bind(address: string, port: number, hits: string[]): Promise<UdpSocket> {
  const socket = createSocket(address.includes(':') ? 'udp6' : 'udp4');
  socket.on('message', () => hits.push('datagram'));
  await new Promise<void>((resolve, reject) => socket.once('error', reject).bind(port, address, resolve));
  return socket;
}

function answer(socket: Socket, text: string, hits: string[]): void {
  const index = hits.push('connection') - 1;
  socket.on('error', () => {});
  socket.once('data', (chunk) => {
    // Of TLS only what can be printed.
    hits[index] =
      chunk
        .toString('latin1')
        .replace(/[^ -~\r]/g, '')
        .split('\r', 1)[0]
        ?.slice(0, 200) ?? '';
    const body = `<body style="background:magenta">${text}</body>`;
    socket.end(
      `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${body.length}\r\n` +
        `Access-Control-Allow-Origin: *\r\nConnection: close\r\n\r\n${body}`,
    );
  });
}
