import type { Place } from '../../../shared/kernel/fact.ts'
import type { Conversation } from '../../kernel/conversation.ts'
import { readMentionIndex } from './read-mention-index.ts'

/** Folders of a path that shortened forms of it may keep; only hostile ones are deeper. */
const mostSegments = 64

type PathFinder = (path: string) => readonly Place[]

const known = new WeakMap<Conversation, PathFinder>()

/**
 * Says where a conversation states a path: as it is, with more folders before it, or with the first folders left out
 * while at least a folder and the file's name are there.
 */
export function findPathFinder(conversation: Conversation): PathFinder {
  const found = known.get(conversation) ?? createPathFinder(conversation)
  known.set(conversation, found)
  return found
}

function createPathFinder(conversation: Conversation): PathFinder {
  const entries = readMentionIndex(conversation)('path')
  const longer = new Map<string, string>()
  for (const key of entries.keys())
    for (const tail of listPathTails(key)) if (!longer.has(tail)) longer.set(tail, key)
  return (path) => {
    const keys = [path, longer.get(path), ...listPathTails(path).filter((tail) => tail.includes('/'))]
    for (const key of keys) {
      const entry = key === undefined ? undefined : entries.get(key)
      if (entry !== undefined) return entry.places
    }
    return []
  }
}

/** What is left of a path without its first folders, longest first. */
export function listPathTails(path: string): string[] {
  const tails: string[] = []
  for (let end = path.length - 1; end > 0 && tails.length < mostSegments;) {
    const slash = path.lastIndexOf('/', end - 1)
    if (slash < 0) break
    tails.push(path.slice(slash + 1))
    end = slash
  }
  return tails.toReversed()
}
