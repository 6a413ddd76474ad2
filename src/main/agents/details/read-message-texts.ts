import type { ContentBlock } from '../../../shared/kernel/message.ts'

/** The texts that stand directly in a message, in order; tool results and other blocks give none. */
export function readMessageTexts({
  content,
}: {
  readonly content: string | readonly ContentBlock[]
}): readonly string[] {
  if (typeof content === 'string') return [content]
  return content.flatMap((block) =>
    block.type === 'text' && typeof block['text'] === 'string' ? [block['text']] : [],
  )
}
