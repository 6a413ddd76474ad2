/**
 * Words of the commands that a shell runs one after the other. What runs only when another one failed, the rest of a
 * pipe and a command with a here-document are left out: they would say what did not happen, or is no command.
 */
export function shellSegments(command: string): string[][] {
  if (command.length > longestCommand || command.includes('<<')) return []
  const segments: string[][] = [[]]
  let isSkipped = false
  for (const [token] of command.matchAll(tokens)) {
    if (/^(?:&&|;|\n)$/.test(token)) {
      isSkipped = false
      segments.push([])
    } else if (/^(?:\|\|?|&)$/.test(token)) isSkipped = true
    else if (!isSkipped && !/^\s+$/.test(token)) segments.at(-1)?.push(token.replaceAll(quotes, unquoted))
  }
  return segments.map((words) => beforeRedirect(words)).filter((words) => words.length > 0)
}

/** In characters; what is longer is a program, not a few words. */
const longestCommand = 10_000
const quotes = /"([^"]*)"|'([^']*)'/g
/** A separator, a line break, other space, or a word with its quoted pieces. */
const tokens = /&&|\|\|?|;|&(?!\d|>)|\n|[^\S\n]+|(?:"[^"]*"|'[^']*'|(?:>&|&>)|[^\s&|;"'])+|./g

function unquoted(_whole: string, double: string | undefined, single: string | undefined): string {
  return double ?? single ?? ''
}

function beforeRedirect(words: readonly string[]): string[] {
  const at = words.findIndex((word) => /^(?:\d|&)?>/.test(word))
  return at < 0 ? [...words] : words.slice(0, at)
}
