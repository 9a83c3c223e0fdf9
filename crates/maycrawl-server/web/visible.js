// Every character of a text can be seen, and letters that look like others are marked.

/** Characters that draw nothing, draw a space, or turn the direction of others: in a text of strangers, they forge what is shown. */
const HIDDEN = new RegExp(
  '[\\0-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\xa0\\xad\\u034f\\u061c\\u115f\\u1160\\u1680\\u17b4\\u17b5\\u180b-\\u180f\\u2000-\\u200f\\u2028-\\u202f' +
    '\\u205f-\\u206f\\u2800\\u3000\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb\\ufffe\\uffff\\p{Cs}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}]',
  'gu',
);

/** Letters of scripts that have some of the same shapes as Latin ones, and forms of Latin letters for other uses. */
const ALIKE =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}\uff21-\uff3a\uff41-\uff5a\u{1d400}-\u{1d7ff}]/gu;

/** Letters without anything between them. */
const WORD = /[\p{L}\p{M}\p{N}]+/gu;

const code = (char) => `U+${char.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}`;

/** A text whose every character can be seen: `⟨U+200B⟩`; in a Latin word, a letter of another script is `⟨о U+043E⟩`. */
export function visible(text) {
  // eslint-disable-next-line no-control-regex
  if (/^[\n\r\t\x20-\x7e]*$/.test(text)) return text;
  const shown = text.replace(HIDDEN, (char) => `\u27e8${code(char)}\u27e9`);
  return shown.replace(WORD, (word) => (/[A-Za-z]/.test(word) ? word.replace(ALIKE, (char) => `\u27e8${char} ${code(char)}\u27e9`) : word));
}
