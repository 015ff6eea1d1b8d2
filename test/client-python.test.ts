import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Service, startService } from '@platen/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pdfText } from '../packages/engine/src/testing/judge.ts';
import { readConfigAnyIsolation } from '../packages/server/src/testing/any-isolation.ts';
import { usePostgres } from '../packages/server/src/testing/use-postgres.ts';

/** The Python client, installed from its package by Debian's Python, against a running service. */

const PYTHON = '/usr/bin/python3';
const PACKAGE = path.join(import.meta.dirname, '../clients/python');
const KEY = 'key-of-the-python-tests-0123456789';
const folder = mkdtempSync(path.join(tmpdir(), 'platen-python-'));
const installed = path.join(folder, 'installed');
const database = usePostgres();
let service: Service;

/** Runs Python in a folder of its own. The service is in this process: it answers meanwhile. */
const python = (options: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  promisify(execFile)(PYTHON, options, {
    cwd: folder,
    env: { ...process.env, PYTHONPATH: installed, PYTHONDONTWRITEBYTECODE: '1', ...env },
  });

beforeAll(async () => {
  const alone = ['--no-deps', '--no-index', '--no-build-isolation', '--no-compile', '--quiet'];
  // A copy: building writes beside its sources.
  const copy = path.join(folder, 'package');
  await promisify(execFile)('cp', ['-r', PACKAGE, copy]);
  [service] = await Promise.all([
    startService(
      readConfigAnyIsolation({
        PORT: '0',
        PLATEN_DATA: path.join(folder, 'data'),
        ...database(),
        PLATEN_BOOTSTRAP_KEY: KEY,
        LOG_LEVEL: 'silent',
      }),
    ),
    python(['-m', 'pip', 'install', ...alone, '--target', installed, copy], { PIP_ROOT_USER_ACTION: 'ignore' }),
  ]);
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

const PROGRAM = `
import sys
from platen import Platen, PlatenError

with Platen("${KEY}", url=sys.argv[1]) as platen:
    pdf = platen.pdf(html="<p>Hello {{ name }}", data={"name": "Ada"}, margin="1cm")
    assert (pdf.pages, pdf.credits, pdf.warnings) == (1, 1.0, []), (pdf.pages, pdf.credits, pdf.warnings)
    pdf.save("hello.pdf")
    print(platen.markdown(html="<h1>Title").text(), end="")
    print([output["format"] for output in platen.convert(html="<p>x", outputs=[{"format": "pdf"}, {"format": "text"}])["outputs"]])
    job = platen.queue("text", html="<p>Later", tag="python")
    print(platen.jobs.wait(job)["status"], platen.jobs.result(job).text().strip())
    print([job["tag"] for job in platen.jobs.list(tag="python")])
    batch = platen.batches.create(
        source={"html": "<p>{{ name }}"}, format="pdf", items=[{"data": {"name": "Ada"}}, {"data": {"name": "Eva"}}], result="merged"
    )
    print(platen.batches.wait(batch)["succeeded"])
    with platen.batches.result(batch) as merged:
        print(merged.content_type)
    platen.templates.create(slug="bill", name="Bill", content="<p>Bill for {{ name }}")
    print([template["slug"] for template in platen.templates.list()])
    print(platen.text(template_id="bill", data={"name": "Ada"}).text().strip())
    platen.templates.remove("bill")
    receipt = platen.analysis.receipt(documentText="CORNER CAFE\\n2030-01-12\\nTea 2.50\\nCake 4.00\\nTOTAL 6.50")
    print(receipt["receiptData"]["total"], platen.account()["success"], len(platen.usage()["data"]) > 0)
    try:
        platen.pdf(html="<p>", zoom=9)
    except PlatenError as error:
        print(error.status, error.code, error.pointer, error.request_id is not None)
`;

describe('the Python client', () => {
  it('is installed from its package, and does all of the service', async () => {
    writeFileSync(path.join(folder, 'program.py'), PROGRAM);
    const { stdout } = await python(['program.py', service.url]);
    expect(stdout.split('\n')).toEqual([
      '# Title',
      "['pdf', 'text']",
      'succeeded Later',
      "['python']",
      '2',
      'application/pdf',
      "['bill']",
      'Bill for Ada',
      '6.5 True True',
      '400 invalid_request /zoom True',
      '',
    ]);
    expect(pdfText(readFileSync(path.join(folder, 'hello.pdf')))).toContain('Hello Ada');
  });

  it('is typed: mypy finds nothing in it, and what is wrong in a program', async () => {
    expect(existsSync(path.join(installed, 'platen/py.typed'))).toBe(true);
    writeFileSync(
      path.join(folder, 'typed.py'),
      `from platen import Platen
pages: "int | None" = Platen("key").pdf(html="<p>", format="A4", landscape=True).pages
Platen("key").pdf(html="<p>", fromat="A4")
Platen("key").pdf(html="<p>", fit="sometimes")
`,
    );
    // The package by its own settings, and the program beside it. What mypy knows of the types of Python and of httpx is
    // the same as the last time.
    const known = `--cache-dir=${path.join(import.meta.dirname, '../.cache/mypy')}`;
    const given = ['--config-file', 'package/pyproject.toml', '--no-color-output', known];
    const stdout = await python(['-m', 'mypy', ...given, 'package/src/platen', 'typed.py'], {
      MYPYPATH: path.join(folder, 'package/src'),
      PYTHONPATH: '',
    }).then(
      (found) => found.stdout,
      (found: { readonly stdout: string }) => found.stdout,
    );
    const found = stdout.split('\n').filter((line) => line.includes(': error: '));
    expect(found).toHaveLength(2);
    expect(found[0]).toMatch(/^typed\.py:3: error: Unexpected keyword argument "fromat"/);
    expect(found[1]).toMatch(/^typed\.py:4: error: Argument "fit".*has incompatible type/);
  });

  it('believes deliveries of the service alone', async () => {
    await python([path.join(PACKAGE, 'tests/test_webhooks.py')]);
  });

  it('waits and does not wait by the same code', async () => {
    await python([path.join(PACKAGE, 'tools/make_sync.py'), '--check']);
  });
});
