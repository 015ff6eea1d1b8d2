/**
 * Takes the types off the modules that child processes load, so that each of them need not: see
 * packages/engine/src/isolation/plain-copies.ts. Asked by `script/setup`.
 */
import { LISTENER_SOURCES } from '../packages/engine/src/chromium/namespace.ts';
import { TEMPLATE_SOURCES } from '../packages/engine/src/input/template-process.ts';
import { makeChildFiles } from '../packages/engine/src/isolation/plain-copies.ts';
import { DRAWING } from '../packages/engine/src/pdf-pages/draw.ts';
import { READING } from '../packages/engine/src/pdf-text/read.ts';

for (const sources of [TEMPLATE_SOURCES, LISTENER_SOURCES, DRAWING.sources, READING.sources]) makeChildFiles(sources);
