import type { ContentBlock, Message } from '../../../../../shared/kernel/message.ts'
import { withoutLongRuns } from './without-long-runs.ts'

/** How deep inputs of tools are looked into. */
const deepest = 12

/**
 * What a person reads of a message: texts, inputs and results of tools, reasoning, one below the other. Images, ids and
 * signatures are left out, and so are long runs of data.
 */
export function readSearchableText({ content }: Message): string {
  const texts = typeof content === 'string' ? [content] : content.flatMap(readBlockTexts)
  return withoutLongRuns(texts.filter((text) => text !== '').join('\n'))
}

function readBlockTexts(block: ContentBlock): string[] {
  switch (block.type) {
    case 'image':
    case 'redacted_thinking':
      return []
    case 'tool_use':
      return [toText(block['name']), ...collectStrings(block['input'], deepest)]
    case 'tool_result':
      return readResultTexts(block['content'])
    case 'thinking':
    case 'reasoning':
      return collectStrings([block['thinking'], block['text'], block['summary']], deepest)
    case 'text':
      return [toText(block['text'])]
    default:
      return collectStrings(withoutMarks(block), deepest)
  }
}

function readResultTexts(content: unknown): string[] {
  if (!Array.isArray(content)) return collectStrings(content, deepest)
  return content.flatMap((nested: unknown) =>
    // Seen to be an object with a kind; a block asks for no more.
    isBlock(nested) ? readBlockTexts(nested) : collectStrings(nested, deepest),
  )
}

function isBlock(value: unknown): value is ContentBlock {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/** A block of an unknown kind without what marks and links it. */
function withoutMarks({ type: _type, id: _id, signature: _signature, ...rest }: ContentBlock): unknown {
  return rest
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** All strings and numbers inside a value, with the names that they stand under. */
function collectStrings(value: unknown, depth: number): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'number') return [String(value)]
  if (typeof value !== 'object' || value === null || depth === 0) return []
  if (Array.isArray(value)) return value.flatMap((item: unknown) => collectStrings(item, depth - 1))
  return Object.entries(value).flatMap(([name, item]) => {
    if (typeof item === 'boolean') return [`${name}: ${item}`]
    const [first, ...more] = collectStrings(item, depth - 1)
    return first === undefined ? [] : [`${name}: ${first}`, ...more]
  })
}
