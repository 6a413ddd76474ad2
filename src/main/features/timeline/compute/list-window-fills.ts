import { sum } from '../../../../shared/kernel/numbers.ts'
import type { WindowFill } from '../../../../shared/timeline/types.ts'
import type { RecordedRun } from '../../../record/recorded-run.ts'
import { selectPartTokens } from './build-timeline.ts'

/** Fills that stand alone. The smaller ones are one. */
const mostFills = 40

type Growing = Omit<WindowFill, 'messageIndex'> & { messageIndex: number; largest: number; tokens: number }

/**
 * What fills the context before the next request, by file, tool and kind: a call belongs to the file that it names, as its
 * result does. `prefixTokens` are those of the system prompt and the tools.
 */
export function listWindowFills(run: RecordedRun, prefixTokens: number): WindowFill[] {
  const tokens = selectPartTokens(run)
  const fills = new Map<string, Growing>()
  const tools = new Map<string, string>()
  for (const index of listPresent(run)) {
    run.sizes.parts[index]?.forEach((part, at) => {
      const { toolCallId = '', toolName, kind, path = null } = part
      if (kind === 'tool-call' && toolName !== undefined) tools.set(toolCallId, toolName)
      const ofTool = kind === 'tool-call' || kind === 'tool-result'
      const tool = ofTool ? (toolName ?? tools.get(toolCallId) ?? null) : null
      const size = tokens[index]?.[at] ?? 0
      const key = ofTool ? `tool ${path ?? `: ${tool ?? ''}`}` : kind
      const fill = fills.get(key)
      if (fill === undefined) {
        fills.set(key, {
          kind: ofTool ? 'tool-result' : kind,
          tool,
          path,
          tokens: size,
          messageIndex: index,
          largest: size,
        })
        return
      }
      fill.tokens += size
      if (size > fill.largest) Object.assign(fill, { largest: size, messageIndex: index })
    })
  }
  const own = [...fills.values()].map(({ largest: _largest, ...fill }) => ({
    ...fill,
    tokens: Math.round(fill.tokens),
  }))
  const prefix: WindowFill = {
    kind: 'prefix',
    tool: null,
    path: null,
    tokens: Math.round(prefixTokens),
    messageIndex: null,
  }
  const sorted = [prefix, ...own].filter((fill) => fill.tokens > 0).toSorted((a, b) => b.tokens - a.tokens)
  const rest = sorted.slice(mostFills)
  return rest.length === 0
    ? sorted
    : [
        ...sorted.slice(0, mostFills),
        {
          kind: 'others',
          tool: null,
          path: null,
          tokens: sum(rest.map((fill) => fill.tokens)),
          messageIndex: null,
        },
      ]
}

/** Indices of the messages that the next request would send. */
function listPresent({ contexts }: RecordedRun): readonly number[] {
  const present = new Set<number>()
  for (const { added, gone } of contexts) {
    for (const index of gone) present.delete(index)
    for (const index of added) present.add(index)
  }
  return [...present].toSorted((a, b) => a - b)
}
