import type { Place } from '../../../shared/domain/fact.ts'
import type { Conversation } from '../../engine/conversation.ts'
import { mentionIndex } from './mention-index.ts'

/** Fewest names of a shortened path that still says which file is meant. */
const fewestSegments = 2

type PathFinder = (path: string) => readonly Place[]

const known = new WeakMap<Conversation, PathFinder>()

/**
 * Says where a conversation states a path: as it is, with more folders before it, or with the first folders left out
 * while at least a folder and the file's name are there.
 */
export function statedPaths(conversation: Conversation): PathFinder {
  const found = known.get(conversation) ?? createPathFinder(conversation)
  known.set(conversation, found)
  return found
}

function createPathFinder(conversation: Conversation): PathFinder {
  const entries = mentionIndex(conversation).get('path') ?? new Map()
  const longer = new Map<string, string>()
  for (const key of entries.keys())
    for (const tail of tailsOf(key)) if (!longer.has(tail)) longer.set(tail, key)
  return (path) => {
    const keys = [
      path,
      longer.get(path),
      ...tailsOf(path).filter((tail) => segmentsIn(tail) >= fewestSegments),
    ]
    for (const key of keys) {
      const entry = key === undefined ? undefined : entries.get(key)
      if (entry !== undefined) return entry.places
    }
    return []
  }
}

/** What is left of a path without its first folders, longest first. */
function tailsOf(path: string): string[] {
  const tails: string[] = []
  for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1))
    if (slash + 1 < path.length) tails.push(path.slice(slash + 1))
  return tails
}

function segmentsIn(path: string): number {
  return path.split('/').length
}
