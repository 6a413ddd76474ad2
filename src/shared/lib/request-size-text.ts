import type { RequestSize } from '../domain/outcome.ts'
import { formatCount } from './format-count.ts'

/** The size of a request and whose count that is: `111,358 tok (model's count)`. */
export function requestSizeText({ tokens, basis }: RequestSize): string {
  return `${formatCount(tokens)} tok (${basis === 'counted' ? 'counted' : 'model’s count'})`
}
