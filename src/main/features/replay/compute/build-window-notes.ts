import type { PolicyReplay } from '../../../../shared/replay/types.ts'
import type { PolicyNote } from '../../../../shared/replay/words.ts'
import { smallWindowTokens } from '../../../kernel/policy/context-trigger.ts'

/** What has to be said of a policy's window: that a request does not fit into it, or that it is too small to condense in. */
export function buildWindowNotes(
  { requests, peakContext }: Pick<PolicyReplay, 'requests' | 'peakContext'>,
  windowTokens: number,
): PolicyNote[] {
  const first = requests[0]?.request ?? 0
  const above = requests.filter(({ contextTokens }) => contextTokens > windowTokens)
  const [largest] = above
  return [
    ...(windowTokens < smallWindowTokens
      ? [{ request: first, code: 'small-window', figures: { leastTokens: smallWindowTokens } } as const]
      : []),
    ...(largest === undefined
      ? []
      : [
          {
            request: largest.request,
            code: 'over-window',
            figures: {
              above: above.length,
              requests: requests.length,
              windowTokens,
              peakTokens: peakContext,
            },
          } as const,
        ]),
  ]
}

/**
 * What has to be said of a policy that never condenses: that requests grow over the window of the model that answered
 * them, so that a saving against it is one against what could not be sent. `windows` are those of
 * the recorded requests.
 */
export function buildRefusedNotes(
  { requests }: Pick<PolicyReplay, 'requests'>,
  windows: readonly (number | null)[],
): PolicyNote[] {
  const above = requests.flatMap(({ request, contextTokens }) => {
    const windowTokens = windows[request] ?? null
    return windowTokens === null || contextTokens <= windowTokens
      ? []
      : [{ request, contextTokens, windowTokens }]
  })
  const [first] = above
  if (first === undefined) return []
  const { request, ...size } = first
  const figures = { above: above.length, requests: requests.length, ...size }
  return [{ request, code: 'over-model-window', figures }]
}
