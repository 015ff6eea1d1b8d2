/**
 * Makes the empty database that the embedded database of a first start is copied from: the start then takes some
 * seconds less. Asked by `script/setup`.
 */
import { prepareDatabase } from '../packages/server/src/data/pglite-folder.ts';

await prepareDatabase();
