import { execFileSync } from 'node:child_process';

/** Writes a self-signed certificate for localhost and 127.0.0.1, and its key, as PEM files. */
export function makeCertificate({ cert, key }: { readonly cert: string; readonly key: string }): void {
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  execFileSync('openssl', ['req', ...kind, ...names, '-keyout', key, '-out', cert], { stdio: 'ignore' });
}
