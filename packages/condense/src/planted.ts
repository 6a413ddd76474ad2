import { createConversation } from '../../../src/main/kernel/conversation.ts'
import { judgePlanted } from '../../../src/main/measure/planted/judge-planted.ts'
import { buildPlantedMessages, makePlantedSession } from '../../../src/main/measure/planted/make-session.ts'
import { armFormats } from '../../../src/main/methods/external/formats/formats.ts'
import { detectFormat, readMessages } from './detect-format.ts'
import { readTurns } from './read-turns.ts'
import type { Format, PlantedCheck, PlantedHistory, PlantedItem, PlantedOptions } from './types.ts'

/**
 * Sessions of a coding agent that were made up around facts that change, whose truth at the end is known. The same seed gives
 * the same ones. Throws `RangeError` where a number is out of range.
 */
export function plantedHistories({
  seed = 1,
  count = 12,
  tokens = 20_000,
  format = 'anthropic',
}: PlantedOptions = {}): readonly PlantedHistory[] {
  requireWhole('seed', seed, 0, 4_000_000)
  requireWhole('count', count, 1, 200)
  requireWhole('tokens', tokens, 5000, 1_000_000)
  return Array.from({ length: count }, (_, at) => {
    const session = makePlantedSession(seed, at, tokens)
    const sent = armFormats[format].write(buildPlantedMessages(session), () => undefined)
    const { id, items } = session
    // Items of the formats are plain objects.
    return { id, items, messages: sent.map(({ item }) => item as object) }
  })
}

/**
 * What messages still say of planted items, without a model: an item is there where its current form stands beside its key and
 * no older form does later. Throws `TypeError` where the messages have no known shape.
 */
export function checkPlanted(
  items: readonly PlantedItem[],
  messages: readonly object[],
  format?: Format,
): PlantedCheck {
  const wires = readMessages(messages)
  const { system, turns } = readTurns(wires, format ?? detectFormat(wires))
  const counter = { id: 'none', count: () => 0 }
  const { parts } = createConversation(
    turns.map(({ message }) => message),
    counter,
  )
  const texts = [...system.map((wire) => JSON.stringify(wire)), ...parts.flat().map(({ text }) => text)]
  const fates = judgePlanted(items, texts)
  const count = (fate: string): number => fates.filter((one) => one === fate).length
  return {
    there: count('there'),
    stale: count('stale'),
    gone: count('gone'),
    items: items.map((item, at) => ({ ...item, fate: fates[at] ?? 'gone' })),
  }
}

function requireWhole(name: string, value: number, low: number, high: number): void {
  if (!Number.isSafeInteger(value) || value < low || value > high)
    throw new RangeError(`${name} is a whole number from ${low} to ${high}, not ${value}.`)
}
