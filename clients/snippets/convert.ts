import { writeFile } from 'node:fs/promises';
import { Platen, PlatenError } from '@platen/client';

const platen = new Platen({ key: process.env.PLATEN_API_KEY ?? '', url: process.env.PLATEN_URL ?? '' });

try {
  const pdf = await platen.pdf({ html: '<h1>Hello {{ name }}</h1>', data: { name: 'Ada' }, format: 'A5' });
  await writeFile('hello.pdf', pdf.body);
} catch (error) {
  if (!(error instanceof PlatenError)) throw error;
  console.error(`${error.code}: ${error.message}`);
  process.exitCode = 1;
}
