import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { verifyWebhook } from '@platen/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { signatureHeaders } from '../packages/server/src/webhooks/signature.ts';

/** The receivers of docs/webhooks.md, and of packages/client, are given what the service sends. */

const ROOT = path.join(import.meta.dirname, '..');
const PAGE = readFileSync(path.join(ROOT, 'docs/webhooks.md'), 'utf8');
const LINES = 12;

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;
const [SECRET, OLD] = [newSecret(), newSecret()];
const BODY = Buffer.from(JSON.stringify({ type: 'webhook.test', timestamp: '', data: { word: 'é ☕ 日本' } }));
const NOW = Date.now();
const signed = (at = NOW, secrets: readonly string[] = [SECRET]) =>
  signatureHeaders({ id: 'evt_1', at, body: BODY, secrets });

/** Deliveries, and whether they are to be trusted. */
const DELIVERIES: readonly (readonly [string, Buffer, Record<string, string>, boolean])[] = [
  ['as it was sent', BODY, signed(), true],
  ['signed by two secrets', BODY, signed(NOW, [newSecret(), SECRET]), true],
  ['of another secret', BODY, signed(NOW, [OLD]), false],
  ['with a byte more', Buffer.concat([BODY, Buffer.from(' ')]), signed(), false],
  ['with another id', BODY, { ...signed(), 'webhook-id': 'evt_2' }, false],
  ['ten minutes old', BODY, signed(NOW - 600_000), false],
  ['from the future', BODY, signed(NOW + 600_000), false],
  ['without a signature', BODY, { ...signed(), 'webhook-signature': '' }, false],
];

interface Language {
  readonly fence: string;
  /** What has to be there to run it, with what tells that it is. */
  readonly needs: readonly string[];
  /** The file, with the receiver in it: it reads the body from standard input, and prints `true` or `false`. */
  readonly file: (receiver: string) => { readonly name: string; readonly text: string };
  readonly run: (file: string) => readonly (readonly string[])[];
}

const HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
const variable = (name: string) => name.toUpperCase().replaceAll('-', '_');
const entries = (form: (name: string, from: string) => string) =>
  HEADERS.map((name) => form(name, variable(name))).join(', ');

const LANGUAGES: Readonly<Record<string, Language>> = {
  Python: {
    fence: 'python',
    needs: ['python3', '--version'],
    file: (receiver) => ({
      name: 'receiver.py',
      text: `${receiver}\nimport os, sys\nheaders = {${entries((name, from) => `"${name}": os.environ["${from}"]`)}}
print(str(verify(sys.stdin.buffer.read(), headers, os.environ["SECRET"])).lower())\n`,
    }),
    run: (file) => [['python3', file]],
  },
  PHP: {
    fence: 'php',
    needs: ['php', '--version'],
    file: (receiver) => ({
      name: 'receiver.php',
      text: `<?php\n${receiver}\n$headers = [${entries((name, from) => `'${name}' => getenv('${from}')`)}];
echo verify(file_get_contents('php://stdin'), $headers, getenv('SECRET')) ? 'true' : 'false';\n`,
    }),
    run: (file) => [['php', file]],
  },
  Ruby: {
    fence: 'ruby',
    needs: ['ruby', '--version'],
    file: (receiver) => ({
      name: 'receiver.rb',
      text: `${receiver}\nheaders = {${entries((name, from) => `'${name}' => ENV['${from}']`)}}
print verify($stdin.binmode.read, headers, ENV['SECRET'])\n`,
    }),
    run: (file) => [['ruby', file]],
  },
  Go: {
    fence: 'go',
    needs: ['go', 'version'],
    file: (receiver) => ({
      name: 'receiver.go',
      text: `package main\nimport (${['crypto/hmac', 'crypto/sha256', 'encoding/base64', 'fmt', 'io', 'math', 'net/http', 'os', 'strconv', 'strings', 'time'].map((name) => `"${name}"`).join(';')})
${receiver}\nfunc main() {\n\tbody, _ := io.ReadAll(os.Stdin)\n\theader := http.Header{}
${HEADERS.map((name) => `\theader.Set("${name}", os.Getenv("${variable(name)}"))\n`).join('')}\tfmt.Print(verify(body, header, os.Getenv("SECRET"), 300))\n}\n`,
    }),
    run: (file) => [['go', 'build', '-o', `${file}.bin`, file], [`${file}.bin`]],
  },
  Java: {
    fence: 'java',
    needs: ['javac', '-version'],
    file: (receiver) => ({
      name: 'Receiver.java',
      text: `import java.security.*; import java.util.*; import javax.crypto.*; import javax.crypto.spec.*;
import static java.nio.charset.StandardCharsets.UTF_8;
class Receiver {\n${receiver}\npublic static void main(String[] none) throws Exception {
Map<String, String> headers = Map.of(${entries((name, from) => `"${name}", System.getenv("${from}")`)});
System.out.print(verify(System.in.readAllBytes(), headers, System.getenv("SECRET"), 300));\n}\n}\n`,
    }),
    run: (file) => [
      ['javac', '-d', path.dirname(file), file],
      ['java', '-Xshare:auto', '-XX:TieredStopAtLevel=1', '-cp', path.dirname(file), 'Receiver'],
    ],
  },
  'C#': {
    fence: 'csharp',
    needs: ['mcs', '--version'],
    file: (receiver) => ({
      name: 'receiver.cs',
      text: `using System; using System.Collections.Generic; using System.IO; using System.Linq; using System.Security.Cryptography; using System.Text;
class Receiver {\n${receiver}\nstatic void Main() {\nvar body = new MemoryStream(); Console.OpenStandardInput().CopyTo(body);
var headers = new Dictionary<string, string> {${entries((name, from) => `{"${name}", Environment.GetEnvironmentVariable("${from}")}`)}};
Console.Write(Verify(body.ToArray(), headers, Environment.GetEnvironmentVariable("SECRET")) ? "true" : "false");\n}\n}\n`,
    }),
    run: (file) => [
      ['mcs', `-out:${file}.exe`, file],
      ['mono', `${file}.exe`],
    ],
  },
};

function receiverOf(fence: string): string {
  const [, code] = new RegExp(`\`\`\`${fence}\\n([\\s\\S]*?)\`\`\``).exec(PAGE) ?? [];
  if (code === undefined) throw new Error(`docs/webhooks.md has no receiver in ${fence}.`);
  return code.trim();
}

const isThere = ([command = '', ...rest]: readonly string[]): boolean => spawnSync(command, rest).status === 0;
const THERE = Object.entries(LANGUAGES).filter(([, { needs }]) => isThere(needs));

describe('the receivers of the documentation', () => {
  it('are short, and those are run whose language is on this machine', () => {
    const missing = Object.keys(LANGUAGES).filter((name) => !THERE.some(([there]) => there === name));
    // Named, so that nobody believes they were run.
    if (missing.length > 0) console.warn(`Not run, since their language is not installed: ${missing.join(', ')}.`);
    for (const fence of ['js', ...Object.values(LANGUAGES).map((language) => language.fence)]) {
      expect(receiverOf(fence).split('\n').length, fence).toBeLessThanOrEqual(LINES);
    }
    expect(THERE.map(([name]) => name)).toContain('Python');
  });

  it.each(THERE)('in %s trust what the service sends, and nothing else', (_, { fence, file, run }) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'platen-receiver-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const { name, text } = file(receiverOf(fence));
    const at = path.join(folder, name);
    writeFileSync(at, text);
    const steps = run(at);
    for (const [command = '', ...rest] of steps.slice(0, -1)) {
      const built = spawnSync(command, rest, {
        encoding: 'utf8',
        env: { ...inherited(), GOCACHE: folder, HOME: folder },
      });
      expect(built.status, built.stderr + built.stdout).toBe(0);
    }
    const [command = '', ...rest] = steps.at(-1) ?? [];
    const verdicts = DELIVERIES.map(([what, body, headers]) => {
      const own = Object.fromEntries(HEADERS.map((header) => [variable(header), headers[header] ?? '']));
      const ran = spawnSync(command, rest, { input: body, encoding: 'utf8', env: { ...inherited(), ...own, SECRET } });
      return [what, ran.stdout.trim() === 'true'];
    });
    expect(verdicts).toEqual(DELIVERIES.map(([what, , , trusted]) => [what, trusted]));
  });

  it('in JavaScript answer 204 to what the service sends, and 400 to the rest', async () => {
    const port = await freePort();
    const child = spawn(process.execPath, ['--input-type=module', '-e', receiverOf('js')], {
      cwd: ROOT,
      env: { ...inherited(), WEBHOOK_SECRET: SECRET, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    await listening(child, port);
    for (const [what, body, headers, trusted] of DELIVERIES) {
      const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: new Uint8Array(body) });
      expect(answer.status, what).toBe(trusted ? 204 : 400);
    }
  });
});

describe('verifyWebhook', () => {
  it.each(DELIVERIES)('of a delivery %s', async (_, body, headers, trusted) => {
    const verified = await verifyWebhook(body, headers, SECRET).then(
      () => true,
      () => false,
    );
    expect(verified).toBe(trusted);
  });
});

describe('X-Service-Signature', () => {
  it("has, for each secret, the HMAC of time and body under the secret's text, as Stripe's libraries read it", () => {
    const [time = '', ...own] = (signed(NOW, [SECRET, OLD])['x-service-signature'] ?? '').split(',');
    const content = `${time.slice('t='.length)}.${BODY}`;
    const expected = [SECRET, OLD].map((secret) => `v1=${createHmac('sha256', secret).update(content).digest('hex')}`);
    expect([Number(time.slice(2)), own]).toEqual([Math.floor(NOW / 1_000), expected]);
  });
});

const inherited = () => ({ PATH: process.env.PATH ?? '' });

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { readonly port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function listening(child: ChildProcess, port: number): Promise<void> {
  await expect
    .poll(
      () =>
        fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '' }).then(
          ({ status }) => status,
          () => child.exitCode,
        ),
      { timeout: 60_000 },
    )
    .toBe(400);
}
