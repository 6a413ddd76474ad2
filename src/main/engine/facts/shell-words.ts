/** A command of a shell line: its words without quotes, and the files that it redirects into. */
export type ShellCommand = { readonly words: readonly string[]; readonly writes: readonly string[] }

const hereDocument =
  /<<-?\s*(['"]|\\|)([A-Za-z_]\w*)['"]?([^\n]*)\n[\s\S]*?(?:\n[ \t]*\2[ \t]*(?=\n|$|[;&|)])|$)/g
/** PowerShell's texts over several lines. */
const hereString = /@(['"])\s*\n[\s\S]*?\n\s*\1@/g

/**
 * Commands of a shell line, those of pipes included, in order. Good for telling which files are written, not for
 * running anything: what stands in here-documents, variables and substitutions is left alone.
 */
export function shellCommands(line: string): ShellCommand[] {
  const plain = line
    .replace(hereDocument, '$3\n')
    .replace(hereString, 'text')
    .replaceAll(/[\\`]\r?\n/g, ' ')
  const commands: { words: string[]; writes: string[] }[] = [{ words: [], writes: [] }]
  let isTarget = false
  for (const [token] of plain.matchAll(tokens)) {
    const current = commands.at(-1)
    if (current === undefined || /^[^\S\n]+$/.test(token)) continue
    if (/^(?:&&|\|\|?|;|&|\n|[(){}])$/.test(token)) {
      commands.push({ words: [], writes: [] })
      isTarget = false
    } else if (redirect.test(token)) isTarget = true
    else {
      const word = unquoted(token)
      if (isTarget) current.writes.push(word)
      else current.words.push(word)
      isTarget = false
    }
  }
  return commands.filter(({ words, writes }) => words.length + writes.length > 0)
}

const redirect = /^(?:\d|&|\*)?>>?\|?$/
/** Arrows and comparisons are words; `2>&1` is one that nobody writes to. */
const tokens =
  /\d?>&\d|&&|\|\|?|;|\n|[^\S\n]+|(?:[=-]>|>=)(?:[^\s;|&])*|(?:(?<![^\s;|&])[\d&*])?>>?\|?|&|(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\[ '"()&;]|[=-]>|[^\s;|&><"'])+|./g

function unquoted(token: string): string {
  return token
    .replace(
      /"((?:[^"\\]|\\.)*)"|'([^']*)'/g,
      (_all, double?: string, single?: string) => double ?? single ?? '',
    )
    .replace(/\\(?=[ '"()&;])/g, '')
}
