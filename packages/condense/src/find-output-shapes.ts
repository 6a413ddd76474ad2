import { toToolResultBlock, listBlocks } from '../../../src/main/kernel/history/blocks.ts'
import { isFields } from '../../../src/main/methods/external/formats/format.ts'
import { isSameJson } from '../../../src/shared/kernel/json-values.ts'
import type { Message } from '../../../src/shared/kernel/message.ts'
import type { Turn } from './read-turns.ts'
import { toPlainJson } from './to-plain-json.ts'
import type { OutputShape, WireMessage } from './types.ts'

/**
 * Shapes of outputs of the AI SDK that are texts now and were none, by the id of their call. Of JSON that was read as its
 * text the text is enough to get it back; of others all is kept.
 */
export function findOutputShapes(
  turns: readonly Turn[],
  after: readonly Message[],
): Readonly<Record<string, OutputShape>> {
  const shapes = turns.flatMap((turn, at) => {
    const now = after[at]
    if (now === undefined || now === turn.message) return []
    const blocks = listBlocks(now)
    return turn.cells.flatMap(({ block, raw }): [string, OutputShape][] => {
      const id = toToolResultBlock(block)?.tool_use_id
      const shape = isFields(raw) && isFields(raw['output']) ? readOutputShape(raw['output']) : null
      const isKept = blocks.some((one) => isSameJson(one, block))
      return id === undefined || shape === null || isKept ? [] : [[id, shape]]
    })
  })
  return Object.fromEntries(shapes)
}

function readOutputShape(output: WireMessage): OutputShape | null {
  const { type, value, ...rest } = output
  if (type === 'execution-denied') return { kind: 'whole', output }
  if (type !== 'json' && type !== 'error-json') return null
  return typeof value === 'string'
    ? { kind: 'whole', output }
    : { kind: 'json', output: toPlainJson({ type, ...rest }) }
}
