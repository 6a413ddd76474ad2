import type { Message } from '../../../../shared/domain/message.ts'
import { asToolResult, blocksOf } from '../blocks.ts'
import type { ResultRule } from './invariant.ts'

const rule = 'images-kept'

/** Every image of the source is in the result, or the provenance names it as changed or its message as dropped. */
export const imagesKept: ResultRule = {
  rule,
  check: (messages, { source, provenance }) => {
    const named = new Set(provenance.dropped.map((dropped) => dropped.sourceIndex))
    const resultOf = new Map<number, number>()
    provenance.messages.forEach(({ sources, changes }, index) => {
      for (const from of sources) resultOf.set(from, index)
      const isRewritten = sources.length > 1 || changes.some(({ operation }) => operation === 'summarised')
      for (const change of changes) if (change.kind === 'image') named.add(change.at.messageIndex)
      if (isRewritten) for (const from of sources) named.add(from)
    })
    return source.flatMap((message, index) => {
      const before = countImages(message)
      if (before === 0 || named.has(index)) return []
      const at = resultOf.get(index)
      const after = at === undefined ? 0 : countImages(messages[at])
      if (after >= before) return []
      return [
        {
          rule,
          messageIndex: at ?? -1,
          detail: `${before - after} images of source message #${index} are gone unnamed`,
        },
      ]
    })
  },
}

function countImages(message: Message | undefined): number {
  if (message === undefined) return 0
  return blocksOf(message).reduce((sum, block) => {
    const nested = asToolResult(block)?.content
    const inside = Array.isArray(nested) ? nested.filter((item) => item.type === 'image').length : 0
    return sum + inside + (block.type === 'image' ? 1 : 0)
  }, 0)
}
