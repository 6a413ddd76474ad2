import type { Place } from '../../../shared/domain/fact.ts'
import type { Conversation } from '../../engine/conversation.ts'
import { createPhraseFinder } from './phrase-finder.ts'
import { readableText } from './readable-text.ts'
import { rememberedByText } from './remembered-by-text.ts'
import { wordsOf } from './words-of.ts'

const wordsOfPart = rememberedByText((part) => wordsOf(readableText(part)))

/** Where a conversation states each of these keys of phrases: the first place in each message. */
export function findPhrases(
  keys: readonly string[],
  { parts }: Conversation,
): ReadonlyMap<string, readonly Place[]> {
  const found = new Map<string, Place[]>()
  if (keys.length === 0) return found
  const find = createPhraseFinder(keys)
  wordsOfPart.makeRoom(parts)
  parts.forEach((own, messageIndex) =>
    own.forEach((part, partIndex) => {
      for (const { key, start, end } of find(wordsOfPart(part))) {
        const places = found.get(key)
        const place = { messageIndex, partIndex, start, end }
        if (places === undefined) found.set(key, [place])
        else if (places.at(-1)?.messageIndex !== messageIndex) places.push(place)
      }
    }),
  )
  return found
}
