/** Segments that tell a path from those beside it. What stands before is the same for most files of a workspace. */
const mostSegments = 2
/** Characters that need no cut. */
const fewCharacters = 24

/** The last segments of a path with `…` for those before them. A short path stays whole. */
export function shortenPath(path: string): string {
  if (path.length <= fewCharacters) return path
  const begins = [...path.matchAll(/(?<![\\/])[\\/]+(?=[^\\/])/g)]
  const start = begins.at(-mostSegments)?.index ?? 0
  return start === 0 ? path : `…${path.slice(start)}`
}
