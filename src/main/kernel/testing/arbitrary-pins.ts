import * as fc from 'fast-check'
import { pickPartLocator } from '../apply-edits.ts'
import type { Conversation } from '../conversation.ts'
import type { Pin } from '../pins/pin.ts'

/** Places that any history has some of: the first number finds a message, the second a part of it. */
export type PinSeed = readonly [message: number, part: number | null]

/** A few places, messages and parts. */
export function pinSeeds(): fc.Arbitrary<readonly PinSeed[]> {
  const part = fc.option(fc.nat(10_000), { nil: null })
  return fc.array(fc.tuple(fc.nat(10_000), part), { minLength: 1, maxLength: 6 })
}

/** The pins that places are in a conversation. */
export function buildPinsFromSeeds({ messages, parts }: Conversation, seeds: readonly PinSeed[]): Pin[] {
  if (messages.length === 0) return []
  return seeds.map(([message, part]): Pin => {
    const messageIndex = message % messages.length
    const own = parts[messageIndex] ?? []
    const chosen = part === null ? undefined : own[part % Math.max(1, own.length)]
    return { messageIndex, part: chosen === undefined ? null : pickPartLocator(chosen) }
  })
}

/** Every so many messages whole, and one part of every so many others. */
export function pinsEvery(conversation: Conversation, step: number): Pin[] {
  const { length } = conversation.messages
  const places = Array.from({ length }, (_, index) => index).filter((index) => index % step === 1)
  return buildPinsFromSeeds(
    conversation,
    places.map((index, at) => [index, at % 2 === 0 ? null : index]),
  )
}
