import type { z } from 'zod'

export type ReadJson<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly reason: string }

/** More openings than this are not tried: an answer that is none may consist of them. */
const mostOpenings = 200

/**
 * The last JSON object of an answer that fits, whatever prose or code fences stand around it: who thinks aloud says at
 * the end what counts. The reason is a clause for the one who answered.
 */
export function readJson<Value>(text: string, schema: z.ZodType<Value>): ReadJson<Value> {
  let reason = 'there is no whole JSON object in it'
  for (const candidate of objectsIn(text).toReversed()) {
    const parsed = schema.safeParse(candidate)
    if (parsed.success) return { ok: true, value: parsed.data }
    const [issue] = parsed.error.issues
    if (issue !== undefined) reason = `${issue.path.join('.') || 'the object'}: ${issue.message}`
  }
  return { ok: false, reason }
}

/** The outermost objects, in order. */
function objectsIn(text: string): unknown[] {
  const found: unknown[] = []
  let at = text.indexOf('{')
  for (let tried = 0; at >= 0 && tried < mostOpenings; tried += 1) {
    const end = endOfObject(text, at)
    const value = end === undefined ? undefined : parse(text.slice(at, end))
    if (value !== undefined) found.push(value)
    at = text.indexOf('{', value === undefined || end === undefined ? at + 1 : end)
  }
  return found
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    // Braces of prose.
    return undefined
  }
}

/** After the brace that closes the one at `start`; strings may hold braces. */
function endOfObject(text: string, start: number): number | undefined {
  let depth = 0
  let isString = false
  for (let at = start; at < text.length; at += 1) {
    const character = text[at]
    if (isString) {
      if (character === '\\') at += 1
      else if (character === '"') isString = false
    } else if (character === '"') isString = true
    else if (character === '{') depth += 1
    else if (character === '}') {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return undefined
}
