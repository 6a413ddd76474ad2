/** A word of a command as a POSIX shell reads it: in quotes where it would take it for more than a word. */
export function quoteShellWord(word: string): string {
  return /^[\w./@%+=:-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}
