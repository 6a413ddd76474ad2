import type { Message } from '../../../shared/domain/message.ts'
import { inputOf } from '../history/blocks.ts'
import type { PartEdit } from '../history/replace-parts.ts'
import type { PartRegion } from './part-regions.ts'

/** An edit that writes a text where a part of the source stands now. */
export function textEditAt({ part, place }: PartRegion, text: string): PartEdit {
  const { span: _span, nestedIndex: _nested, ...rest } = part
  return { part: { ...rest, ...place }, text }
}

/** An edit that gives a part back what the source has there. */
export function editAt(region: PartRegion, original: Message): PartEdit {
  const { part, place } = region
  const input = part.holder === 'input' ? inputOf(original, part.blockIndex) : undefined
  return input === undefined ? textEditAt(region, part.text) : { part: { ...part, ...place }, input }
}
