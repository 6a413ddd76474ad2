import type { ArtifactFate } from '../../../shared/kernel/evidence.ts'
import type { Place } from '../../../shared/kernel/fact.ts'
import type { Conversation } from '../../kernel/conversation.ts'
import type { Act } from '../facts/act.ts'
import { readCommandLine } from '../facts/command-class.ts'
import type { CallOutcome } from '../facts/create-outcome-lookup.ts'
import { findPathFinder } from '../facts/find-path-finder.ts'
import { findTouches } from '../facts/find-touches.ts'
import { normalisePath, readPath } from '../facts/path-class.ts'
import { findPhrases, buildPhraseKey } from '../facts/phrase-finder.ts'

/** A file or a command that tool calls dealt with. */
export type Artifact = Omit<ArtifactFate, 'now'> & { readonly isCommand: boolean; readonly key: string }

const remembered = new WeakMap<Conversation, readonly Artifact[]>()

/** What tool calls did to files and ran, each once; what failed or was refused did nothing. */
export function collectArtifacts(conversation: Conversation): readonly Artifact[] {
  const found =
    remembered.get(conversation) ??
    collect(conversation, ({ status }) => status !== 'failed' && status !== 'refused')
  remembered.set(conversation, found)
  return found
}

function collect({ parts }: Conversation, counts: (outcome: CallOutcome) => boolean): Artifact[] {
  const found = new Map<
    string,
    { name: string; isCommand: boolean; acts: Set<string>; messages: Set<number> }
  >()
  findTouches(parts).forEach((touches, messageIndex) => {
    for (const { act, outcome } of touches) {
      if (!counts(outcome)) continue
      for (const [name, done] of listActNames(act)) {
        const isCommand = act.kind === 'command'
        const key = buildArtifactKey(name, isCommand)
        if (key === '') continue
        const id = `${isCommand ? 'run' : 'file'} ${key}`
        const known = found.get(id) ?? { name, isCommand, acts: new Set(), messages: new Set() }
        known.acts.add(done)
        known.messages.add(messageIndex)
        found.set(id, known)
      }
    }
  })
  return [...found].map(([id, { name, isCommand, acts, messages }]) => ({
    name,
    isCommand,
    key: id.slice(id.indexOf(' ') + 1),
    acts: [...acts],
    messageIndices: [...messages],
  }))
}

function listActNames(act: Act): readonly (readonly [name: string, done: string])[] {
  if (act.kind === 'command') return [[readCommandLine(act.command), 'command']]
  if (act.kind === 'move') {
    return [
      [act.path, 'move'],
      [act.to, 'move'],
    ]
  }
  return [[act.path, act.kind]]
}

function buildArtifactKey(name: string, isCommand: boolean): string {
  return isCommand ? buildPhraseKey(name) : normalisePath(name.trim())
}

/**
 * Where a conversation still says what was done: in a call that is still there, or anywhere in its text. A file is
 * stated by its path, or word by word where its name has blanks or brackets; a bare word only by a call.
 */
export function locateArtifacts(
  artifacts: readonly Artifact[],
  conversation: Conversation,
): (readonly Place[])[] {
  const inCalls = findCallPlaces(conversation)
  const placesOfPath = findPathFinder(conversation)
  const findArtifactPhrase = (artifact: Artifact): string | undefined => {
    if (artifact.isCommand) return artifact.key
    const phrase = buildPhraseKey(artifact.key)
    return readPath(artifact.key) === undefined && phrase.includes(' ') ? phrase : undefined
  }
  const phrases = findPhrases(
    [...new Set(artifacts.flatMap((own) => findArtifactPhrase(own) ?? []))],
    conversation,
  )
  return artifacts.map((artifact) => {
    const called = inCalls.get(`${artifact.isCommand ? 'run' : 'file'} ${artifact.key}`)
    if (called !== undefined) return called
    const asPath = artifact.isCommand ? [] : placesOfPath(artifact.key)
    return asPath.length > 0 ? asPath : (phrases.get(findArtifactPhrase(artifact) ?? '') ?? [])
  })
}

/** Calls name what they deal with, whatever came of them. The first call of a message stands for all of its calls. */
function findCallPlaces(conversation: Conversation): ReadonlyMap<string, readonly Place[]> {
  return new Map(
    collect(conversation, () => true).map(({ isCommand, key, messageIndices }) => [
      `${isCommand ? 'run' : 'file'} ${key}`,
      messageIndices.map((messageIndex) => findFirstCallPlace(conversation, messageIndex)),
    ]),
  )
}

function findFirstCallPlace({ parts }: Conversation, messageIndex: number): Place {
  const own = parts[messageIndex] ?? []
  const partIndex = Math.max(
    0,
    own.findIndex(({ kind }) => kind === 'tool-call'),
  )
  return { messageIndex, partIndex, start: 0, end: own[partIndex]?.text.length ?? 0 }
}
