import type { Settings } from '../../../shared/domain/provider.ts'
import { isRecord } from '../../components/editor-fields/json-at.ts'

/** The passes in settings that need not fit yet; what is no object stands as an empty one. */
export function passesOf(settings: Settings): readonly Settings[] {
  const passes = settings['passes']
  return Array.isArray(passes) ? passes.map((pass) => (isRecord(pass) ? pass : {})) : []
}

/** What a pass is called; its id, or its place, where it has no name. */
export function nameOfPass(pass: Settings, index: number): string {
  const { name, id } = pass
  if (typeof name === 'string' && name.trim() !== '') return name
  return typeof id === 'string' && id !== '' ? id : `Pass ${index + 1}`
}

/** An id like the one that is wanted, which no pass has. */
export function freePassId(passes: readonly Settings[], wanted: Settings[string] | undefined): string {
  const taken = new Set(passes.map(({ id }) => id))
  // Ids end with 100 characters; a number needs a few of them.
  const base = typeof wanted === 'string' && wanted !== '' ? wanted.slice(0, 90) : 'pass'
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? base : `${base}-${number}`
    if (!taken.has(id)) return id
  }
}
