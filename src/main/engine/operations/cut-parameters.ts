import { firstChars } from '../history/cut-text.ts'
import { xmlParameters } from '../history/xml-elements.ts'

export const suppressedParameter = '[Parameter suppressed]'

/** What becomes of the strings in parameters that are longer than `maxChars`. */
export type ParameterLimits = {
  readonly mode: 'keep' | 'truncate' | 'suppress'
  readonly maxChars: number
  readonly addEllipsis: boolean
}

/** A native input with its long strings cut or suppressed, at any depth; numbers, keys and shape stay. */
export function cutInput(
  input: Readonly<Record<string, unknown>>,
  settings: ParameterLimits,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [key, cutValue(value, settings)]))
}

function cutValue(value: unknown, settings: ParameterLimits): unknown {
  if (typeof value === 'string') return cutString(value, settings)
  if (Array.isArray(value)) return value.map((item: unknown) => cutValue(item, settings))
  if (typeof value !== 'object' || value === null) return value
  // An object that is no array has string keys.
  return cutInput(value as Record<string, unknown>, settings)
}

/** An XML-era call with the long values of its parameters cut or suppressed; its elements stay. */
export function cutXmlCall(call: string, settings: ParameterLimits): string {
  const pieces: string[] = []
  let at = 0
  for (const { start, end } of xmlParameters(call)) {
    pieces.push(call.slice(at, start), cutString(call.slice(start, end), settings))
    at = end
  }
  pieces.push(call.slice(at))
  return pieces.join('')
}

function cutString(value: string, { mode, maxChars, addEllipsis }: ParameterLimits): string {
  if (mode === 'keep' || value.length <= maxChars) return value
  if (mode === 'suppress') return suppressedParameter
  const cut = firstChars(value, maxChars, addEllipsis)
  return cut.length < value.length ? cut : value
}
