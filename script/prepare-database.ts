/**
 * Makes the databases that the embedded database of a first start is copied from: the start then takes some seconds
 * less. Asked by `script/setup`.
 */
import { prepareDatabases } from '../packages/server/src/data/prepare.ts';

await prepareDatabases();
