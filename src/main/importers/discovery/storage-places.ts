import { formats } from '../formats.ts'
import { type Machine, dataRoot, joinOn } from './editors.ts'
import type { ReadSettings, StoragePlace } from './storage-place.ts'

/** Every place in which a known agent keeps tasks on such a machine, there or not. */
export function storagePlaces(machine: Machine, readSettings: ReadSettings): readonly StoragePlace[] {
  return [
    ...formats.flatMap(({ places }) => places?.(machine, readSettings) ?? []),
    ...unreadablePlaces(machine),
  ]
}

/** The storage of agents whose sessions cannot be read from outside, with why, and what would help. */
function unreadablePlaces(machine: Machine): readonly StoragePlace[] {
  const { home } = machine
  const below = (...parts: readonly string[]): string => joinOn(machine, home, ...parts)
  const place = (
    agent: string,
    path: string,
    reason: string,
    editor: string | null = null,
  ): StoragePlace => ({
    agent,
    editor,
    path,
    holds: { kind: 'unreadable', reason },
  })
  const blobs =
    'its chats are binary blobs without a published layout, but an export as text or JSON would help'
  return [
    place('Cursor CLI', below('.cursor', 'chats'), blobs),
    place(
      'Cursor',
      joinOn(machine, dataRoot(machine), 'Cursor', 'User', 'workspaceStorage'),
      blobs,
      'Cursor',
    ),
    place(
      'Kiro',
      joinOn(machine, dataRoot(machine), 'Kiro', 'User', 'globalStorage', 'kiro.kiroagent'),
      'its chats have no published layout, and calls stand in the text of messages',
      'Kiro',
    ),
    place(
      'Muse Code',
      joinOn(machine, machine.environment['XDG_DATA_HOME'] || below('.local', 'share'), 'muse', 'sessions'),
      'its log of events has no published layout',
    ),
    place(
      'Antigravity',
      below('.gemini', 'antigravity-cli', 'conversations'),
      'its conversations are protocol buffers without a published layout',
    ),
  ]
}
