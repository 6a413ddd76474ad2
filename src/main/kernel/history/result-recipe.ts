import { z } from 'zod'
import { messageSchema, type ContentBlock, type Message } from '../../../shared/kernel/message.ts'

/**
 * A result written down as what it took from its source. Unchanged messages and blocks are indices, so twenty
 * variants of one history cost little more than their differences.
 */
export const resultRecipeSchema = z.array(
  z.union([
    /** The source message of this index, unchanged. */
    z.number().int(),
    /** A message whose content is partly taken over: `[message, block]` stands for that block of the source. */
    z.object({
      fields: z.record(z.string(), z.unknown()),
      content: z.array(
        z.union([z.tuple([z.number().int(), z.number().int()]), z.record(z.string(), z.unknown())]),
      ),
    }),
    z.object({ message: messageSchema }),
  ]),
)
export type ResultRecipe = Readonly<z.infer<typeof resultRecipeSchema>>

/** Writes a result as a recipe over its source, by the objects that the two share. */
export function toRecipe(source: readonly Message[], result: readonly Message[]): ResultRecipe {
  const messages = new Map(source.map((message, index) => [message, index]))
  const blocks = new Map<ContentBlock, [number, number]>()
  source.forEach((message, index) => {
    if (typeof message.content === 'string') return
    message.content.forEach((block, blockIndex) => blocks.set(block, [index, blockIndex]))
  })
  return result.map((message) => {
    const index = messages.get(message)
    if (index !== undefined) return index
    if (typeof message.content === 'string') return { message }
    const content = message.content.map((block) => blocks.get(block) ?? block)
    return { fields: { ...message, content: null }, content }
  })
}

/** Rebuilds the result; throws `RangeError` where the recipe belongs to another source. */
export function rebuildFromRecipe(source: readonly Message[], recipe: ResultRecipe): Message[] {
  return recipe.map((entry): Message => {
    if (typeof entry === 'number') return requireMessage(source[entry], entry)
    if ('message' in entry) return entry.message
    const content = entry.content.map((block) =>
      Array.isArray(block) ? requireBlock(source, block[0], block[1]) : block,
    )
    return messageSchema.parse({ ...entry.fields, content })
  })
}

function requireBlock(source: readonly Message[], messageIndex: number, blockIndex: number): ContentBlock {
  const { content } = requireMessage(source[messageIndex], messageIndex)
  const block = typeof content === 'string' ? undefined : content[blockIndex]
  if (block === undefined)
    throw new RangeError(
      `The recipe takes block ${blockIndex} of message #${messageIndex}, which the source does not have.`,
    )
  return block
}

function requireMessage(message: Message | undefined, index: number): Message {
  if (message === undefined)
    throw new RangeError(`The recipe takes message #${index}, which the source does not have.`)
  return message
}
