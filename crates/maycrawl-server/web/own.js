// The program's own words, which may contain code and links. Text from outside is a string, and never becomes markup.

/** Words with `code` between backticks and links: `[text](https://…)`. What is put into them stays plain. */
export class Own {
  #strings;
  #values;

  constructor(strings, values = []) {
    this.#strings = strings;
    this.#values = values;
  }

  /** Its pieces, each `{ kind: 'text' | 'code' | 'link', text, url }`. */
  pieces() {
    // A value has a place among the words, and is put there after they are read: nothing in it is markup.
    const written = this.#strings.join('\0');
    let n = 0;
    const fill = (text) => text.replace(/\0/g, () => String(this.#values[n++]));
    return written.split(/(`[^`]+`|\[[^\]]+\]\(https:\/\/[^\s)\0]+\))/).map((part) => {
      if (/^`[^`]+`$/.test(part)) return { kind: 'code', text: fill(part.slice(1, -1)) };
      const link = /^\[([^\]]+)\]\((https:\/\/[^\s)\0]+)\)$/.exec(part);
      return link ? { kind: 'link', text: fill(link[1]), url: link[2] } : { kind: 'text', text: fill(part) };
    });
  }
}

/** A template of own words: own`Start it with \`maycrawl serve\`.` Nothing that is made from a string is one. */
export function own(strings, ...values) {
  if (!Object.isFrozen(strings) || !Array.isArray(strings.raw)) throw new TypeError('own words are written as a template');
  return new Own(strings, values);
}

/** Words that the engine has as constants: the pages of its rules and of its ready-made choices. They quote no file. */
export const ofProgram = (text) => new Own([text.replaceAll('\0', '')]);
