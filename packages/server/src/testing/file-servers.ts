import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect as connectTcp, createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeCertificate } from './certificate.ts';

/** A real server on loopback that keeps files in a folder. */
export interface FileServer {
  readonly port: number;
  /** Where its files are. */
  readonly folder: string;
  /** What else opens it. */
  readonly settings: Readonly<Record<string, unknown>>;
  close(): void;
}

/** OpenSSH's server with its SFTP, for the user of the tests, who signs in with a key. */
export async function startSftp(): Promise<FileServer> {
  const { home, folder } = places();
  const key = (name: string) => {
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', path.join(home, name)]);
    return path.join(home, name);
  };
  const [hostKey, userKey] = [key('host'), key('user')];
  writeFileSync(path.join(home, 'authorized_keys'), readFileSync(`${userKey}.pub`));
  const port = await freePort();
  const config = [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${hostKey}`,
    `PidFile ${path.join(home, 'pid')}`,
    `AuthorizedKeysFile ${path.join(home, 'authorized_keys')}`,
    'StrictModes no',
    'UsePAM no',
    'PasswordAuthentication no',
    'PermitRootLogin yes',
    'Subsystem sftp internal-sftp',
  ];
  writeFileSync(path.join(home, 'config'), `${config.join('\n')}\n`);
  // As root it wants its folder of Debian.
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 });
  const stop = await started('/usr/sbin/sshd', ['-D', '-e', '-f', path.join(home, 'config')], port);
  return {
    port,
    folder,
    settings: {
      host: '127.0.0.1',
      port,
      username: userInfo().username,
      private_key: readFileSync(userKey, 'utf8'),
      host_key: readFileSync(`${hostKey}.pub`, 'utf8').trim(),
      folder,
    },
    close: () => {
      stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** rclone's server of WebDAV, which sees what else changes its folder. */
export async function startWebdav(): Promise<FileServer> {
  const { home, folder } = places();
  const port = await freePort();
  const user = ['--user', 'ada', '--pass', 'canary-password'];
  const rclone = ['serve', 'webdav', folder, '--addr', `127.0.0.1:${port}`, ...user, '--dir-cache-time', '0s'];
  const stop = await started('rclone', [...rclone, '--config', path.join(home, 'none')], port);
  return {
    port,
    folder,
    settings: { url: `http://127.0.0.1:${port}/`, username: 'ada', password: 'canary-password' },
    close: () => {
      stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** pyftpdlib's server of FTP. */
export async function startFtp(): Promise<FileServer> {
  const { home, folder } = places();
  const port = await freePort();
  const script = [
    'import sys',
    'from pyftpdlib.authorizers import DummyAuthorizer',
    'from pyftpdlib.handlers import FTPHandler',
    'from pyftpdlib.servers import FTPServer',
    'authorizer = DummyAuthorizer()',
    "authorizer.add_user('ada', 'canary-password', sys.argv[2], perm='elradfmwMT')",
    'FTPHandler.authorizer = authorizer',
    "FTPServer(('127.0.0.1', int(sys.argv[1])), FTPHandler).serve_forever()",
  ];
  const stop = await started('/usr/bin/python3', ['-c', script.join('\n'), String(port), folder], port);
  return {
    port,
    folder,
    settings: { host: '127.0.0.1', port, username: 'ada', password: 'canary-password' },
    close: () => {
      stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** vsftpd, with TLS for everything, and data connections that have to go on with the session of the first one. */
export async function startFtps(): Promise<FileServer & { readonly certificate: string }> {
  const { home, folder } = places();
  const port = await freePort();
  const [cert, key] = [path.join(home, 'cert.pem'), path.join(home, 'key.pem')];
  makeCertificate({ cert, key });
  mkdirSync(path.join(home, 'empty'));
  const yes = 'listen anonymous_enable no_anon_password write_enable anon_upload_enable anon_mkdir_write_enable';
  const more = 'anon_other_write_enable ssl_enable allow_anon_ssl force_anon_logins_ssl force_anon_data_ssl';
  const rest = 'require_ssl_reuse allow_writeable_chroot run_as_launching_user';
  const no = 'background local_enable anon_world_readable_only connect_from_port_20 xferlog_enable seccomp_sandbox';
  const config = [
    ...`${yes} ${more} ${rest}`.split(' ').map((name) => `${name}=YES`),
    ...no.split(' ').map((name) => `${name}=NO`),
    'listen_address=127.0.0.1',
    `listen_port=${port}`,
    `anon_root=${folder}`,
    `rsa_cert_file=${cert}`,
    `rsa_private_key_file=${key}`,
    'ssl_ciphers=HIGH',
    `secure_chroot_dir=${path.join(home, 'empty')}`,
  ];
  writeFileSync(path.join(home, 'config'), `${config.join('\n')}\n`);
  const stop = await started('/usr/sbin/vsftpd', [path.join(home, 'config')], port);
  return {
    port,
    folder,
    settings: { host: '127.0.0.1', port, username: 'anonymous', password: 'canary-password', secure: 'explicit' },
    certificate: readFileSync(cert, 'utf8'),
    close: () => {
      stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

function places() {
  const home = mkdtempSync(path.join(tmpdir(), 'platen-files-'));
  const folder = path.join(home, 'files');
  mkdirSync(folder);
  return { home, folder };
}

/** Waits until it listens. @returns what ends it */
async function started(program: string, args: readonly string[], port: number): Promise<() => void> {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  let ended = false;
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  child.once('error', (error) => {
    said += error.message;
    ended = true;
  });
  child.once('exit', () => {
    ended = true;
  });
  while (!(await listens(port))) {
    if (ended) throw new Error(`${program} has not started: ${said}`);
    await sleep(50);
  }
  return () => child.kill('SIGKILL');
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connectTcp({ host: '127.0.0.1', port });
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
