import { createHash } from 'node:crypto'

/** The same place is the same task, however often it is opened. */
export function taskId(place: string): string {
  return createHash('sha256').update(place).digest('hex').slice(0, 12)
}
