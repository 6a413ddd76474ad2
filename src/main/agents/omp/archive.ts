import type { ContentBlock } from '../../../shared/kernel/message.ts'
import { readRecordList, toTextOrNull, type Fields } from '../json/fields.ts'

/** So much of the pictures in base64 is sent with each request, the newest first (`snapcompact.ts`). */
const mostFrameBytes = 3_000_000

/** Of one picture that lies outside of the file; only the agent knows how large it is. */
const usualFrameBytes = 170_000

/**
 * A history that was turned into pictures: its oldest text, the pictures, and its newest text, as they are sent behind the
 * summary. Empty where there is none.
 */
export function readArchive(archive: Fields): readonly ContentBlock[] {
  const frames = readFrames(archive['frames'])
  const [head, tail] = [archive['textHead'], archive['textTail']].map(toPlainText)
  const hasImages = frames.some(({ type }) => type === 'image')
  const isMiddleGone = frames.some(({ type }) => type === 'text') || Number(archive['truncatedChars']) > 0
  const beforeTail = hasImages
    ? '-------------- imaged middle above\n'
    : isMiddleGone
      ? '\n-------------- middle history omitted above\n'
      : ''
  return [
    ...(head
      ? [{ type: 'text', text: `${head}${hasImages ? '\n-------------- imaged middle below\n' : ''}` }]
      : []),
    ...frames,
    ...(tail ? [{ type: 'text', text: `${beforeTail}${tail}` }] : []),
  ]
}

/** The pictures, the oldest first. Those for which a request has no room are told of in their place. */
function readFrames(value: unknown): readonly ContentBlock[] {
  let room = mostFrameBytes
  const newestFirst = readRecordList(value)
    .filter(({ data, mimeType }) => toTextOrNull(data) !== null && typeof mimeType === 'string')
    .toReversed()
    .map((frame) => {
      const data = toTextOrNull(frame['data']) ?? ''
      const isApart = data.startsWith('blob:sha256:')
      const bytes = isApart ? usualFrameBytes : data.length
      const isOmitted = bytes > room
      if (!isOmitted) room -= bytes
      return { frame, data, isApart, bytes, isOmitted }
    })
  const blocks: ContentBlock[] = []
  let omitted: number[] = []
  const tellOmitted = (): void => {
    if (omitted.length > 0) blocks.push({ type: 'text', text: describeOmitted(omitted) })
    omitted = []
  }
  for (const one of newestFirst.toReversed()) {
    if (one.isOmitted) {
      omitted.push(one.bytes)
      continue
    }
    tellOmitted()
    blocks.push({
      type: 'image',
      source: one.isApart
        ? { type: 'file', file_id: one.data }
        : { type: 'base64', media_type: one.frame['mimeType'], data: one.data },
    })
  }
  tellOmitted()
  return blocks
}

function describeOmitted(sizes: readonly number[]): string {
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  const shown =
    bytes >= 1e6
      ? `${(bytes / 1e6).toFixed(1)} MB`
      : bytes >= 1000
        ? `${(bytes / 1000).toFixed(1)} KB`
        : `${bytes} B`
  return `-------------- snapcompact image middle omitted
${sizes.length} archived image frame${sizes.length === 1 ? '' : 's'} could not be included. ${shown} of base64 exceeded the per-request snapcompact payload budget. The compacted summary and visible text edges remain available.
--------------`
}

/** Stored text has a sign for each end of a line, and two that dim what stands between them. */
function toPlainText(value: unknown): string {
  const text = toTextOrNull(value) ?? ''
  return text.replaceAll('\u000E', '').replaceAll('\u000F', '').replaceAll('\u2588', '\n')
}
