import { z } from 'zod'
import type { Path } from './walk-yaml.ts'

/** The keys that a schema knows where a path leads to; none where it takes any. */
export function keysAt(schema: unknown, path: Path): readonly string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault)
    return keysAt(schema.unwrap(), path)
  const [step, ...rest] = path
  if (schema instanceof z.ZodArray && step !== undefined) return keysAt(schema.element, rest)
  if (!(schema instanceof z.ZodObject)) return []
  return step === undefined ? Object.keys(schema.shape) : keysAt(schema.shape[String(step)], rest)
}
