/** Characters by which a name goes on. */
const goesOn = /[\w-]/

/**
 * A value with one folder named in the place of another in all its texts. A session that goes on in a copy of its project
 * names that copy, so that nothing it asks for leads its agent back into the project.
 */
export function movePaths<T>(value: T, from: string, to: string): T {
  if (from === '' || from === to) return value
  // What was JSON comes back in the same shape.
  return JSON.parse(movePathsInJson(JSON.stringify(value), from, to)) as T
}

/** The same for the text of JSON, in which paths of Windows have two of each backslash. */
export function movePathsInJson(text: string, from: string, to: string): string {
  const [old, other] = [from, to].map((path) => JSON.stringify(path).slice(1, -1))
  if (old === undefined || other === undefined || old === '') return text
  const pieces = text.split(old)
  return pieces
    .map((piece, at) => {
      const next = pieces[at + 1]
      if (next === undefined) return piece
      return `${piece}${goesOn.test(next.slice(0, 1)) ? old : other}`
    })
    .join('')
}
