// The page's modules and engines, in Node: from the folder that `cargo xtask site` makes.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export const FOLDER = process.env.PAGE_FOLDER;

/** Imports a module of the page. */
export const module = (name) => import(pathToFileURL(join(FOLDER, name)));

/** Starts an engine, with room for every question of the tests. */
export async function engine(name) {
  const { load } = await module('engine.js');
  return load(await readFile(join(FOLDER, name)), { rules_bytes: 2 ** 28, question_bytes: 2 ** 26 });
}
