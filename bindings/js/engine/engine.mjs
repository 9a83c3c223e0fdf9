// Calls maycrawl's WebAssembly: questions about robots.txt as JSON, answered as JSON.
//
// Works in Node 20 and later, in browsers and in workers, and needs nothing else.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Compiles an engine and starts it.
 *
 * @param {import('./engine.mjs').Source | PromiseLike<import('./engine.mjs').Source>} source
 *   the `.wasm`: its bytes, a compiled module, or the response to `fetch`
 * @param {import('./engine.mjs').Limits} [limits] what a question may cost
 * @returns {Promise<Engine>}
 */
export async function load(source, limits) {
  return new Engine(await compile(await source), limits);
}

async function compile(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (typeof Response === 'undefined' || !(source instanceof Response)) {
    return WebAssembly.compile(source);
  }
  if (!source.ok) throw new Error(`${source.url}: status ${source.status}`);
  // Only this type can be compiled while it arrives.
  const type = source.headers.get('Content-Type')?.split(';')[0].trim().toLowerCase();
  if (type === 'application/wasm' && WebAssembly.compileStreaming) {
    return WebAssembly.compileStreaming(source);
  }
  return WebAssembly.compile(await source.arrayBuffer());
}

/** Answers questions. One after another: it has no thread of its own. */
export class Engine {
  #module;
  #limits;
  /** The running instance; none after a fault. */
  #exports = null;
  #about;

  /**
   * Starts a compiled module.
   *
   * @param {WebAssembly.Module} module
   * @param {import('./engine.mjs').Limits} [limits] what a question may cost
   */
  constructor(module, limits = {}) {
    this.#module = module;
    this.#limits = { ...limits };
    const exports = this.#start();
    exports.about();
    this.#about = JSON.parse(takeOutput(exports));
    exports.clear();
  }

  /** The version of maycrawl. */
  get version() {
    return this.#about.version;
  }

  /** The operations: of each its name, what it answers, and a question as an example. */
  get operations() {
    return this.#about.operations;
  }

  /** How many bytes of memory the engine has. It grows with the largest question. */
  get memoryBytes() {
    return this.#exports?.memory.buffer.byteLength ?? 0;
  }

  /**
   * Answers a question.
   *
   * @param {string} operation its name, such as `check`
   * @param {unknown} question an object; the reference lists its members
   * @returns {import('./engine.mjs').Answered}
   */
  ask(operation, question) {
    let json;
    try {
      json = JSON.stringify(question) ?? '';
    } catch (error) {
      return { ok: false, problem: notJson(String(error?.message ?? error)) };
    }
    const { ok, text } = this.askText(operation, json);
    return ok ? { ok, answer: JSON.parse(text) } : { ok, problem: JSON.parse(text) };
  }

  /**
   * Answers a question that is JSON already.
   *
   * @param {string} operation its name, such as `check`
   * @param {string | Uint8Array} question JSON, as text or in UTF-8
   * @returns {{ ok: boolean, text: string }} the answer, or the problem, as JSON
   */
  askText(operation, question) {
    // The encoder would replace them in silence.
    if (typeof question === 'string' && /\p{Surrogate}/u.test(question)) {
      return { ok: false, text: line(notJson('half of a surrogate pair')) };
    }
    const name = encoder.encode(operation);
    const bytes = typeof question === 'string' ? encoder.encode(question) : question;
    try {
      const exports = this.#exports ?? this.#start();
      const ok = writeInput(exports, name, bytes) && exports.answer() === 0;
      const text = takeOutput(exports);
      exports.clear();
      return { ok, text };
    } catch (error) {
      // The instance may be in any state. The next question gets a new one.
      this.#exports = null;
      return { ok: false, text: line(internal(error)) };
    }
  }

  /** Gives the memory back; the next question starts anew. */
  reset() {
    this.#exports = null;
  }

  #start() {
    const { exports } = new WebAssembly.Instance(this.#module);
    for (const [name, value] of Object.entries(this.#limits)) {
      if (!Number.isInteger(value) || value < 0 || value > 0xffff_ffff) {
        throw new RangeError(`the limit ${name} is no number of bytes or things: ${value}`);
      }
      if (!writeInput(exports, encoder.encode(name), new Uint8Array()) || !exports.limit(value)) {
        throw new RangeError(`there is no limit ${name}`);
      }
    }
    this.#exports = exports;
    return exports;
  }
}

/** Writes a name and a question. False if they are refused: the output is the problem. */
function writeInput(exports, name, question) {
  const at = exports.input(name.length, question.length) >>> 0;
  if (at === 0) return false;
  const memory = new Uint8Array(exports.memory.buffer, at);
  memory.set(name);
  memory.set(question, name.length);
  return true;
}

function takeOutput(exports) {
  const at = exports.output() >>> 0;
  return decoder.decode(new Uint8Array(exports.memory.buffer, at, exports.output_len() >>> 0));
}

function internal(error) {
  return {
    type: '/problems/internal',
    title: 'A fault of maycrawl',
    status: 500,
    detail: String(error?.message ?? error),
  };
}

function notJson(detail) {
  return { type: '/problems/not-json', title: 'The question is not JSON', status: 400, detail };
}

function line(problem) {
  return `${JSON.stringify(problem)}\n`;
}
