// Tables for spreadsheets.

/**
 * A field of CSV. A spreadsheet takes a text that begins like this for a formula, which could send what is in the table
 * elsewhere; after an apostrophe it stays text, as OWASP advises.
 */
export function csvField(value) {
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(value) ? `'${value}` : value;
  return /[",\r\n\t']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
