/** The `.wasm`: its bytes, a compiled module, or the response to `fetch`. */
export type Source = BufferSource | WebAssembly.Module | Response;

/** What a question may cost. What is left out has its default. */
export interface Limits {
  /** Bytes of a question: 8 MiB. */
  question_bytes?: number;
  /** Bytes of an answer: 64 MiB. */
  answer_bytes?: number;
  /** Bytes of each robots.txt: 1 MiB. */
  robots_bytes?: number;
  /** Agents in one question: 1,000. */
  agents?: number;
  /** Bytes of an agent's name, and of any other name: 4 KiB. */
  name_bytes?: number;
  /** Bytes of a URL: 16 KiB. */
  url_bytes?: number;
  /** URLs or cases in one question: 100,000. */
  urls?: number;
  /** Verdicts in one answer, agents × URLs: 1,000,000. */
  verdicts?: number;
  /** Bytes of rules, agents × bytes of the robots.txt: 64 MiB. */
  rules_bytes?: number;
  /** Verdicts that are explained in one answer: 10,000. Not in the small engine. */
  explanations?: number;
  /** Findings of the linter in one answer: 10,000. Not in the small engine. */
  findings?: number;
  /** Choices for the generator in one question: 5,000. Not in the small engine. */
  choices?: number;
}

/** Something that can be asked. */
export interface Operation {
  /** Its name, such as `check`. */
  name: string;
  /** What it answers, in a sentence. */
  summary: string;
  /** A question, as JSON for people. */
  example: string;
}

/** Why a question has no answer (RFC 9457). */
export interface Problem {
  /** What kind of problem it is: `/problems/` and its code. */
  type: string;
  /** The kind, in a few words. */
  title: string;
  /** The status that a service answers with. */
  status: number;
  /** What is the matter in this case. */
  detail: string;
  /** The JSON pointer (RFC 6901) of its place in the question. */
  pointer?: string;
}

/** An answer or a problem. */
export type Answered<A = any> = { ok: true; answer: A } | { ok: false; problem: Problem };

/** Compiles an engine and starts it. */
export function load(source: Source | PromiseLike<Source>, limits?: Limits): Promise<Engine>;

/** Answers questions. One after another: it has no thread of its own. */
export class Engine {
  /** Starts a compiled module. */
  constructor(module: WebAssembly.Module, limits?: Limits);
  /** The version of maycrawl. */
  get version(): string;
  /** The operations that it has. */
  get operations(): Operation[];
  /** How many bytes of memory the engine has. It grows with the largest question. */
  get memoryBytes(): number;
  /** Answers a question. It does not throw: a fault is a problem of the type `/problems/internal`. */
  ask<A = any>(operation: string, question: unknown): Answered<A>;
  /** Answers a question that is JSON already, as text or in UTF-8, with JSON. */
  askText(operation: string, question: string | Uint8Array): { ok: boolean; text: string };
  /** Gives the memory back; the next question starts anew. */
  reset(): void;
}
