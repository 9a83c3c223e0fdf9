// The engines in Node: the bytes of the door, what is wrong said as a problem, and their size.
// `cargo xtask build wasm` makes the engines and the questions, and runs this.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { brotliCompressSync, constants } from 'node:zlib';
import { Engine, load } from '../engine.mjs';

const folder = process.env.MAYCRAWL_ENGINES ?? 'target/engine';
const LIMITS = { url_bytes: 2 ** 20, robots_bytes: 2 ** 26, rules_bytes: 2 ** 26, question_bytes: 2 ** 27 };

/** The most bytes that an engine may have, compressed by brotli. */
const BARS = { 'maycrawl.wasm': 440_000, 'maycrawl-core.wasm': 31_500 };

const bytes = (name) => readFileSync(join(folder, name));
const lines = (name) => bytes(name).toString().trimEnd().split('\n').map((line) => JSON.parse(line));
const door = await load(bytes('maycrawl.wasm'), LIMITS);
const core = await load(bytes('maycrawl-core.wasm'), LIMITS);
const questions = lines('questions.jsonl');

test('the engine answers as the door does, byte for byte', () => {
  for (const { id, operation, question, ok, text } of questions) {
    assert.deepEqual(door.askText(operation, question), { ok, text }, id ?? `${operation} ${question}`);
  }
  assert.ok(questions.length > 2000, `${questions.length} questions`);
  const asked = new Set(questions.map(({ operation }) => operation));
  for (const { name, example } of door.operations) {
    assert.ok(asked.delete(name), name);
    assert.deepEqual(door.ask(name, JSON.parse(example)).ok, true, name);
  }
});

test('the small engine answers as the door does, without notes', () => {
  let n = 0;
  for (const { id, operation, question, core: expected } of questions) {
    if (expected === undefined) continue;
    assert.deepEqual(core.askText(operation, question), { ok: true, text: expected }, id);
    n += 1;
  }
  assert.ok(n > 2000, `${n} questions`);
});

test('the small engine refuses what the door refuses, at the same place', () => {
  for (const { operation, question, ok, text } of questions) {
    if (ok || operation !== 'check') continue;
    const expected = JSON.parse(text);
    const problem = JSON.parse(core.askText(operation, question).text);
    const parts = ({ type, title, status, pointer }) => ({ type, title, status, pointer });
    assert.deepEqual(parts(problem), parts(expected), question);
  }
});

test('the small engine says what it cannot answer', () => {
  const { example } = core.operations[0];
  const refused = (change, type, pointer) => {
    const { ok, problem } = core.ask('check', { ...JSON.parse(example), ...change });
    assert.deepEqual([ok, problem?.type, problem?.pointer], [false, `/problems/${type}`, pointer]);
  };
  assert.ok(core.ask('check', JSON.parse(example)).ok);
  refused({ agents: ['GPTBot'] }, 'wrong-type', '/agents/0');
  refused({ dialect: 'own' }, 'unknown-dialect', '/dialect');
  refused({ dialect: undefined }, 'missing-member', '');
  refused({ detail: 'full' }, 'invalid-value', '/detail');
  refused({ origin: 'https://shop.example' }, 'unknown-member', '/origin');
});

test('hostile questions are problems', () => {
  for (const engine of [door, core]) {
    const type = (question) => JSON.parse(engine.askText('check', question).text).type;
    assert.equal(type(Uint8Array.of(0xff)), '/problems/not-utf8');
    assert.equal(type('{"robots": "\ud800"}'), '/problems/not-json');
    assert.equal(type('['.repeat(100_000)), '/problems/not-json');
    assert.equal(type(`{"robots": ${'{"a":'.repeat(100_000)}`), '/problems/not-json');
    assert.equal(engine.ask('check', 1n).problem.type, '/problems/not-json');
    assert.equal(engine.ask('check', undefined).problem.type, '/problems/not-json');
    assert.equal(engine.ask('\ud800', {}).problem.type, '/problems/unknown-operation');
  }
});

test('limits are held before the question is copied', async () => {
  for (const name of ['maycrawl.wasm', 'maycrawl-core.wasm']) {
    const engine = await load(bytes(name), { question_bytes: 1000, urls: 1 });
    const before = engine.memoryBytes;
    const large = engine.ask('check', { robots: 'a'.repeat(100_000_000), urls: [] });
    assert.equal(large.problem.type, '/problems/too-large');
    assert.equal(engine.memoryBytes, before);
    const question = { ...JSON.parse(core.operations[0].example), urls: ['/', '/a'] };
    assert.deepEqual(engine.ask('check', question).problem.pointer, '/urls');
    await assert.rejects(load(bytes(name), { url: 1 }), /there is no limit url/);
    await assert.rejects(load(bytes(name), { urls: -1 }), RangeError);
  }
});

test('a fault is a problem, and the next question is answered', async () => {
  const engine = await load(bytes('faults.wasm'), { urls: 1 });
  const question = JSON.parse(core.operations[0].example);
  for (const fault of ['panic', 'stack', 'memory']) {
    const { ok, problem } = engine.ask(`fault-${fault}`, {});
    assert.deepEqual([ok, problem.type, problem.status], [false, '/problems/internal', 500]);
    assert.match(problem.detail, /./);
    assert.deepEqual(engine.ask('check', question), core.ask('check', question));
    // The limits are those of before.
    assert.ok(!engine.ask('check', { ...question, urls: ['/', '/'] }).ok);
  }
});

test('memory returns to its mark', async () => {
  for (const name of ['maycrawl.wasm', 'maycrawl-core.wasm']) {
    const module = await WebAssembly.compile(bytes(name));
    const n = name === 'maycrawl.wasm' ? 5_000 : 20_000;
    returnsToMark(new Engine(module), n);
  }
});

/** Asks questions of many sizes, and asserts that the memory does not grow after the first few. */
export function returnsToMark(engine, n) {
  const examples = engine.operations.map(({ name, example }) => [name, JSON.parse(example)]);
  const cheap = examples.filter(([name]) => !['policy', 'dialects', 'crawlers'].includes(name));
  const ask = (i) => {
    const [name, question] = i % 100 === 0 ? examples[(i / 100) % examples.length] : cheap[i % cheap.length];
    if (i % 7 === 0) engine.askText(name, '{"version": 2}');
    if (name === 'check') question.robots = `User-agent: *\nDisallow: /${'a'.repeat(i % 5000)}`;
    engine.ask(name, question);
  };
  const round = 100 * examples.length;
  for (let i = 0; i < round; i += 1) ask(i);
  const mark = engine.memoryBytes;
  for (let i = 0; i < n; i += 1) ask(i);
  assert.equal(engine.memoryBytes, mark);
}

test('the sizes', { skip: process.env.MAYCRAWL_ANY_SIZE !== undefined }, () => {
  for (const [name, bar] of Object.entries(BARS)) {
    const wasm = bytes(name);
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
    const brotli = brotliCompressSync(wasm, { params }).length;
    console.log(`${name}: ${wasm.length} bytes, ${brotli} compressed by brotli, of at most ${bar}`);
    assert.ok(brotli <= bar, `${name} has ${brotli} bytes, compressed by brotli`);
  }
});
