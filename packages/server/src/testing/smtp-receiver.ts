import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

export interface SmtpReceiver {
  readonly port: number;
  /** Emails as they came, with their headers. */
  readonly emails: () => readonly string[];
  /** Recipients of the envelopes. */
  readonly recipients: () => readonly string[];
  close(): Promise<void>;
}

/** A mail server on loopback (RFC 5321, as far as a client needs it). @param options.refuse answers that many emails with 451 @param options.unknown a recipient that is answered with 550 @param options.reply what an email is answered with that is refused. Default: 451 @param options.tls the certificate and key of TLS from the beginning. Default: none */
export async function startSmtpReceiver({
  refuse = 0,
  unknown = '',
  reply = '451 later',
  tls,
}: {
  readonly refuse?: number;
  readonly unknown?: string;
  readonly reply?: string;
  readonly tls?: { readonly cert: string; readonly key: string };
} = {}): Promise<SmtpReceiver> {
  const emails: string[] = [];
  const recipients: string[] = [];
  let refusals = refuse;
  const serve = (socket: Socket) => {
    let buffered = '';
    let inData = false;
    const say = (line: string) => socket.write(`${line}\r\n`);
    const command = (line: string) => {
      if (/^(?:EHLO|HELO)/i.test(line)) return say('250 test');
      if (/^STARTTLS/i.test(line)) return say('502 no TLS here');
      if (/^RCPT TO:/i.test(line)) {
        const recipient = /<([^>]*)>/.exec(line)?.[1] ?? '';
        if (recipient === unknown) return say('550 no such mailbox');
        recipients.push(recipient);
      }
      if (/^DATA/i.test(line)) {
        inData = true;
        return say('354 go on');
      }
      if (/^QUIT/i.test(line)) {
        say('221 bye');
        return socket.end();
      }
      return say('250 ok');
    };
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      buffered += chunk.toString();
      for (;;) {
        const end = buffered.indexOf(inData ? '\r\n.\r\n' : '\r\n');
        if (end < 0) return;
        const text = buffered.slice(0, end);
        buffered = buffered.slice(end + (inData ? 5 : 2));
        if (!inData) {
          command(text);
          continue;
        }
        inData = false;
        if (refusals > 0) {
          refusals -= 1;
          say(reply);
        } else {
          emails.push(text);
          say('250 taken');
        }
      }
    });
    say('220 test');
  };
  const server = tls ? createTlsServer(tls, serve) : createServer(serve);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    emails: () => emails,
    recipients: () => recipients,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
