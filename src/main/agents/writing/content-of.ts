import type { ContentBlock, Message } from '../../../shared/kernel/message.ts'
import { toSafeString } from '../../../shared/kernel/to-safe-string.ts'
import { isRecord, toTextOrNull } from '../json/fields.ts'

/** Content as blocks, whatever it is kept as. */
export function toContentBlocks({ content }: Message): readonly ContentBlock[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content
}

/** Blocks of a result: a text and pictures, in their order. */
export function readResultParts({ content }: ContentBlock): readonly ContentBlock[] {
  if (Array.isArray(content)) return content
  return [{ type: 'text', text: typeof content === 'string' ? content : '' }]
}

/** Runs of blocks that are results, and of those that are not, in their order. */
export function splitResultRuns(message: Message): readonly (readonly ContentBlock[])[] {
  const runs: ContentBlock[][] = []
  for (const block of toContentBlocks(message)) {
    const last = runs.at(-1)
    const isSame = (last?.[0]?.type === 'tool_result') === (block.type === 'tool_result')
    if (last !== undefined && isSame) last.push(block)
    else runs.push([block])
  }
  return runs
}

/** Tools by the ids of their calls: some formats name them once more at the result. */
export function mapToolsByCall(messages: readonly Message[]): ReadonlyMap<string, string> {
  const calls = messages.flatMap(toContentBlocks).filter(({ type }) => type === 'tool_use')
  return new Map(calls.map((block) => [toSafeString(block['id']), toSafeString(block['name'])]))
}

/** Media type and bytes of a picture that is in the history. */
export function inlineImage({ source }: ContentBlock): { readonly mimeType: string; readonly data: string } {
  const fields = isRecord(source) ? source : {}
  return {
    mimeType: toTextOrNull(fields['media_type']) ?? 'image/png',
    data: toTextOrNull(fields['data']) ?? '',
  }
}

/** Times of messages that rise, whatever was recorded; those without one follow the one before. */
export function buildRisingTimes(messages: readonly Message[], now: number): readonly number[] {
  const first = messages.find(({ ts }) => typeof ts === 'number')?.ts
  let last = (typeof first === 'number' ? first : now) - 1
  return messages.map(({ ts }) => (last = Math.max(last + 1, typeof ts === 'number' ? ts : last)))
}
