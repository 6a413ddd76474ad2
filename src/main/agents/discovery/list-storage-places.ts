import { agents } from '../agents.ts'
import { findDataFolder, joinOn, resolveDataRoot, type Machine } from './editors.ts'
import type { ReadSettings, StoragePlace } from './storage-place.ts'

/** Every place in which a known agent keeps tasks on such a machine, there or not. */
export function listStoragePlaces(machine: Machine, readSettings: ReadSettings): readonly StoragePlace[] {
  return [
    ...agents.flatMap(({ name, endings, places }) =>
      (places?.(machine, readSettings) ?? []).map((place): StoragePlace => ({
        agent: name,
        editor: null,
        holds: { kind: 'files', endings },
        ...place,
      })),
    ),
    ...listUnreadablePlaces(machine),
  ]
}

/** The storage of agents whose sessions cannot be read from outside, with why, and what would help. */
function listUnreadablePlaces(machine: Machine): readonly StoragePlace[] {
  const { home } = machine
  const joinHomePath = (...parts: readonly string[]): string => joinOn(machine, home, ...parts)
  const createPlace = (
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
    createPlace('Cursor CLI', joinHomePath('.cursor', 'chats'), blobs),
    createPlace(
      'Cursor',
      joinOn(machine, resolveDataRoot(machine), 'Cursor', 'User', 'workspaceStorage'),
      blobs,
      'Cursor',
    ),
    createPlace(
      'Kiro',
      joinOn(machine, resolveDataRoot(machine), 'Kiro', 'User', 'globalStorage', 'kiro.kiroagent'),
      'its chats have no published layout, and calls stand in the text of messages',
      'Kiro',
    ),
    createPlace(
      'Muse Code',
      findDataFolder(machine, 'muse', 'sessions'),
      'its log of events has no published layout',
    ),
    createPlace(
      'Antigravity',
      joinHomePath('.gemini', 'antigravity-cli', 'conversations'),
      'its conversations are protocol buffers without a published layout',
    ),
  ]
}
