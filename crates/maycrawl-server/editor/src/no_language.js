// Stands in for @codemirror/language and @lezer/common. The commands ask them how to indent and
// which brackets match; robots.txt has neither, and both would be a tenth of the bundle.

const nothing = () => null;

export const getIndentUnit = () => 1;
export const getIndentation = nothing;
export const indentString = nothing;
export const indentUnit = null;
export const matchBrackets = nothing;
export const syntaxTree = nothing;
export const NodeProp = null;
export class IndentContext {}
