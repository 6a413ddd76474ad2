import { basename } from 'node:path'
import type { Agent } from './agent.ts'
import type { FileHead } from './file-head.ts'

/** Where a session lies, and the beginning of its file. */
export type SessionPlace = Readonly<{
  /** Path of the file or folder. */
  path: string
  /** Key of the session in a file that holds several; null where the file is one. */
  session: string | null
  /** Null for folders. */
  head: FileHead | null
}>

/** What tells one session from all others, as `family:id`; null where its format has no ids. */
export function buildSessionKey(
  format: Pick<Agent, 'id' | 'family' | 'readSessionId'>,
  place: SessionPlace,
): string | null {
  const id = place.session ?? format.readSessionId?.(place) ?? null
  return id === null || id === '' ? null : formatSessionKey(format, id)
}

/** The key of another session that one of this format names. */
export function formatSessionKey({ id: formatId, family }: Pick<Agent, 'id' | 'family'>, id: string): string {
  return `${family ?? formatId}:${id}`
}

/** The name of a file without its endings. */
export function pickFileStem(path: string): string {
  return basename(path).replace(/(?:\.messages)?\.jsonl?(?:\.zstd?)?$/i, '')
}

/** A text in the first value of a file, by its names from the outside in; null where there is none. */
export function readFirstValueText(head: FileHead | null, ...names: readonly string[]): string | null {
  let value: unknown = head?.values[0]
  for (const name of names) {
    if (typeof value !== 'object' || value === null) return null
    value = Reflect.get(value, name)
  }
  return typeof value === 'string' && value !== '' ? value : null
}
