import { joinOn, type Machine } from './editors.ts'
import type { StoragePlace } from './storage-place.ts'

/** The storage of agents whose sessions nobody can read from outside, with why and what would help. */
export function unreadablePlaces(machine: Machine): readonly StoragePlace[] {
  const { home, environment } = machine
  const codex = environment['CODEX_HOME'] || joinOn(machine, home, '.codex')
  return [
    {
      agent: 'Codex',
      editor: null,
      path: joinOn(machine, codex, 'sessions'),
      holds: { kind: 'unreadable', reason: 'There is no reader for it yet' },
    },
  ]
}
