import type { Part } from '../../../shared/domain/part.ts'
import type { TokenCounter } from './token-counter.ts'

/** Roo's estimate for an image: the square root of its base64 length, rounded up; 300 where there is no data. */
export function imageTokens(base64Length: number | undefined): number {
  return base64Length === undefined ? 300 : Math.ceil(Math.sqrt(base64Length))
}

/** Tokens of one part. A history's total is the sum over its parts, so figures by kind always add up. */
export function partTokens(part: Part, counter: TokenCounter): number {
  return part.kind === 'image' ? imageTokens(part.imageDataLength) : counter.count(part.text)
}
