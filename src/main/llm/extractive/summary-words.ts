/** The first line of every extract: it must not be taken for what a model wrote. */
export const notice = 'Extract of the conversation so far, selected by rules and not written by a model.'

/** The line that says how many essential statements of a section had no room. */
export function leftOut(count: number, section: string): string {
  const what = section === 'User constraints' ? 'constraint' : 'file'
  return `(${count} more ${count === 1 ? what : `${what}s`} left out: no room)`
}

/** Recognises that line. */
export const leftOutNote = /^- \(\d+ more (?:constraint|file)s? left out: no room\)$/
