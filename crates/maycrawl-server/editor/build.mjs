// Bundles the editor: `node build.mjs FOLDER` writes editor.js and the licences of what is in it.

import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const folder = process.argv[2];
const { metafile } = await build({
  entryPoints: ['src/editor.js'],
  outfile: join(folder, 'editor.js'),
  bundle: true,
  format: 'esm',
  target: 'es2022',
  minify: true,
  legalComments: 'none',
  banner: { js: '// Made from crates/maycrawl-server/editor by `cargo xtask editor`. Licences: editor.LICENSES.txt' },
  alias: {
    '@codemirror/language': './src/no_language.js',
    '@lezer/common': './src/no_language.js',
  },
  loader: { '.css': 'text' },
  plugins: [{ name: 'small-css', setup: smallCss }],
  metafile: true,
});
writeFileSync(join(folder, 'editor.LICENSES.txt'), licences(metafile));

/** Style sheets are text in the bundle, and as small as the code. */
function smallCss({ onLoad }) {
  onLoad({ filter: /\.css$/ }, async ({ path }) => {
    const made = await build({ entryPoints: [path], minify: true, write: false });
    return { contents: made.outputFiles[0].text.trim(), loader: 'text' };
  });
}

/** The licence of each package from which the bundle has code. */
function licences({ outputs }) {
  const [{ inputs }] = Object.values(outputs).filter(({ entryPoint }) => entryPoint);
  const used = Object.keys(inputs).filter((path) => inputs[path].bytesInOutput > 0);
  const packages = used.map((path) => /^node_modules\/((@[^/]+\/)?[^/]+)/.exec(path)?.[1]);
  const texts = [...new Set(packages)].filter(Boolean).sort().map((name) => {
    const at = join('node_modules', name);
    const { version, license } = JSON.parse(readFileSync(join(at, 'package.json'), 'utf8'));
    const file = readdirSync(at).find((file) => /^licen[cs]e/i.test(file));
    if (!file) throw new Error(`${name} has no licence`);
    return `${name} ${version} (${license})\n\n${readFileSync(join(at, file), 'utf8').trim()}\n`;
  });
  const line = `\n${'-'.repeat(72)}\n\n`;
  return `editor.js contains code of these packages.\n${line}${texts.join(line)}`;
}
