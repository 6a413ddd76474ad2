/** A line of text without the marks of Markdown, for places that show it as it stands. Names such as `__init__` stay. */
export function withoutMarkdown(line: string): string {
  const plain = line
    .replace(/^\s*(?:>\s*)*(?:#{1,6}\s+|[-*+]\s+(?:\[[ xX-]\]\s+)?)?/, '')
    .replace(/!?\[([^\][]+)\]\((?:[^()\s]|\([^()\s]*\))+\)/g, '$1')
    .replace(/\*\*\*|\*\*|~~/g, '')
    .replace(/(?<![\p{L}\p{N}*])\*([^\s*](?:[^*]*[^\s*])?)\*(?![\p{L}\p{N}*])/gu, '$1')
    .replace(/`{1,3}([^`]+)`{1,3}/g, '$1')
    .replace(/(?<!\s)\s+#+\s*$/, '')
    .trim()
  return /[\p{L}\p{N}]/u.test(plain) ? plain : ''
}
