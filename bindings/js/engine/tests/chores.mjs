// What takes minutes: a corpus, and a million questions. `cargo xtask engine DIR` runs this.

import assert from 'node:assert/strict';
import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { load } from '../engine.mjs';

const folder = process.env.MAYCRAWL_ENGINES ?? 'target/engine';
const LIMITS = { url_bytes: 2 ** 20, robots_bytes: 2 ** 26, rules_bytes: 2 ** 26, question_bytes: 2 ** 27 };

for (const name of ['maycrawl.wasm', 'maycrawl-core.wasm']) {
  const wasm = readFileSync(join(folder, name));

  test(`${name} gives the verdicts and lines of Google's parser`, async () => {
    const engine = await load(wasm, LIMITS);
    let n = 0;
    for await (const text of createInterface(createReadStream(join(folder, 'corpus.jsonl')))) {
      const { question, verdict, line } = JSON.parse(text);
      const { answer, problem } = engine.ask('check', question);
      assert.deepEqual([problem, answer?.verdict, answer?.line], [undefined, verdict, line], text.slice(0, 500));
      n += verdict.length;
    }
    console.log(`${name}: ${n} of ${n} verdicts and lines are equal; memory ${engine.memoryBytes} bytes`);
  });

  test(`${name} has the same memory after a million questions`, async () => {
    const engine = await load(wasm);
    const question = JSON.parse(engine.operations[0].example);
    const ask = (i) => {
      question.robots = `User-agent: *\nDisallow: /${'a'.repeat(i % 1000)}`;
      assert.equal(engine.ask('check', question).ok, true);
    };
    for (let i = 0; i < 2_000; i += 1) ask(i);
    const mark = engine.memoryBytes;
    const begun = performance.now();
    for (let i = 0; i < 1_000_000; i += 1) ask(i);
    console.log(`${name}: ${((performance.now() - begun) / 1000).toFixed(1)} µs a question`);
    assert.equal(engine.memoryBytes, mark);
  });
}
