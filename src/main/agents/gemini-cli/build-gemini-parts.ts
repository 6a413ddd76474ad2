import type { ContentBlock } from '../../../shared/kernel/message.ts'
import { toSafeString } from '../../../shared/kernel/to-safe-string.ts'
import type { Fields } from '../json/fields.ts'
import { inlineImage, readResultParts } from '../writing/content-of.ts'

/** Parts of Gemini's messages that blocks are read from; `tools` are those of the calls, which results name again. */
export function buildGeminiParts(
  blocks: readonly ContentBlock[],
  tools: ReadonlyMap<string, string>,
): readonly Fields[] {
  return blocks.map((block): Fields => {
    switch (block.type) {
      case 'tool_use': {
        const { id, name, input: args, signature } = block
        const signed = typeof signature === 'string' ? { thoughtSignature: signature } : {}
        return { functionCall: { id, name, args }, ...signed }
      }
      case 'tool_result':
        return { functionResponse: buildToolResponse(block, tools) }
      case 'image':
        return { inlineData: inlineImage(block) }
      default:
        return { text: block['text'] }
    }
  })
}

function buildToolResponse(block: ContentBlock, tools: ReadonlyMap<string, string>): Fields {
  const id = toSafeString(block['tool_use_id'])
  const parts = readResultParts(block)
  const text = parts.flatMap((part) => (part.type === 'text' ? [toSafeString(part['text'])] : [])).join('\n')
  const images = parts
    .filter(({ type }) => type === 'image')
    .map((image) => ({ inlineData: inlineImage(image) }))
  return {
    id,
    name: tools.get(id) ?? '',
    response: block['is_error'] === true ? { error: text } : { output: text },
    ...(images.length === 0 ? {} : { parts: images }),
  }
}
