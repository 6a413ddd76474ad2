import type { Message } from '../../../../shared/kernel/message.ts'
import type { PartLocator } from '../../../../shared/kernel/part.ts'
import type { TaskPin } from '../../../../shared/library/pin-types.ts'
import { pickPartLocator } from '../../../kernel/apply-edits.ts'
import type { Conversation } from '../../../kernel/conversation.ts'
import { splitHistory } from '../../../kernel/history/split-parts.ts'
import { movePins, type Pin } from '../../../kernel/pins/pin.ts'
import type { Stage } from '../../../kernel/stages/stage.ts'

/** Knows where the pins of a task stand while its history is condensed again and again. */
export type PinKeeper = {
  /** Pins whose messages are in a conversation. */
  readonly findPins: (conversation: Conversation) => readonly Pin[]
  /** Takes over what a stage, which kept these pins of its source, made of it. */
  readonly follow: (source: Conversation, stage: Stage, pins: readonly Pin[]) => void
}

type Held = { readonly message: Message; readonly part: PartLocator | null }

/** A keeper of pins, which name places of the file. Messages are compared as objects: condensing keeps what it keeps. */
export function createPinKeeper(pins: readonly TaskPin[], messages: readonly Message[]): PinKeeper {
  let held = findHeldParts(pins, messages)
  return {
    findPins: ({ messages: own }) => {
      if (held.length === 0) return []
      const places = new Map(own.map((message, index) => [message, index]))
      return held.flatMap(({ message, part }): Pin[] => {
        const messageIndex = places.get(message)
        if (messageIndex === undefined) return []
        return [{ messageIndex, part: part === null ? null : { ...part, messageIndex } }]
      })
    },
    follow: (source, stage, own) => {
      const there = new Set(own.map(({ messageIndex }) => source.messages[messageIndex]))
      const moved = movePins(source, stage, own).flatMap(({ messageIndex, part }): Held[] => {
        const message = stage.messages[messageIndex]
        return message === undefined ? [] : [{ message, part }]
      })
      held = [...held.filter(({ message }) => !there.has(message)), ...moved]
    },
  }
}

function findHeldParts(pins: readonly TaskPin[], messages: readonly Message[]): readonly Held[] {
  if (pins.length === 0) return []
  const parts = splitHistory(messages)
  return pins.flatMap(({ messageIndex, partIndex }): Held[] => {
    const message = messages[messageIndex]
    if (message === undefined) return []
    if (partIndex === null) return [{ message, part: null }]
    const part = parts[messageIndex]?.[partIndex]
    return part === undefined ? [] : [{ message, part: pickPartLocator(part) }]
  })
}
