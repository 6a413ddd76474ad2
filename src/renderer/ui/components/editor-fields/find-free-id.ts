import type { JsonValue } from '../schema-form/settings-value.ts'

/** An id like another one that is not taken: the same, or with the first number that is free. */
export function findFreeId(taken: readonly (JsonValue | undefined)[], base: string): string {
  const stem = base.replace(/-\d+$/, '')
  const free = [stem, ...taken.map((_id, index) => `${stem}-${index + 2}`)].find((id) => !taken.includes(id))
  return free ?? `${stem}-${taken.length + 2}`
}
