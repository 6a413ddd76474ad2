import { isDeeperThan } from './is-deeper-than.ts'

/** Levels of arrays and objects that files may nest; what checks and writes JSON recurses and would overflow. */
export const deepestJson = 500

/**
 * What a text from anybody says as JSON, a byte order mark left out. Throws a `SyntaxError` for what is no JSON, and for
 * what nests more than `deepestJson` levels deep.
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text)
  if (isDeeperThan(value, deepestJson)) throw new SyntaxError(`it nests more than ${deepestJson} levels deep`)
  return value
}
