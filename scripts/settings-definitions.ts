import { z } from 'zod'
import { methods } from '../src/main/methods/methods.ts'

/** JSON Schemas of the settings of every provider, by its id, with all that they refer to. */
export function settingsDefinitions(): Readonly<Record<string, unknown>> {
  return Object.fromEntries(methods.flatMap(({ id, settings }) => definitionsOf(id, settings)))
}

/** The schema of a provider's settings and its own definitions, under names that begin with the provider's. */
function definitionsOf(id: string, settings: z.ZodType): readonly (readonly [string, unknown])[] {
  const { $schema: _, $defs = {}, ...schema } = z.toJSONSchema(settings, { io: 'input' })
  const own = Object.entries($defs).map(([name, definition]) => [`${id}.${name}`, definition] as const)
  return [[id, schema] as const, ...own].map(([name, part]) => [name, withReferences(id, part)])
}

/** A copy whose references lead to the renamed definitions. */
function withReferences(id: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => withReferences(id, item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]: [string, unknown]) => [
      key,
      key === '$ref' && typeof inner === 'string' ? renamed(id, inner) : withReferences(id, inner),
    ]),
  )
}

function renamed(id: string, reference: string): string {
  return reference === '#' ? `#/$defs/${id}` : reference.replace(/^#\/\$defs\//, `#/$defs/${id}.`)
}
