import type { PolicyReplay } from '../../shared/domain/replay.ts'
import { formatCount } from '../../shared/lib/count-of.ts'
import { smallWindowTokens } from '../engine/policy/context-trigger.ts'

/** A sentence about a policy, and the request that it begins with. */
export type WindowNote = { readonly request: number; readonly text: string }

/** What has to be said of a policy's window: that a request does not fit into it, or that it is too small to condense in. */
export function windowNotes(
  { requests, peakContext }: Pick<PolicyReplay, 'requests' | 'peakContext'>,
  windowTokens: number,
): WindowNote[] {
  const first = requests[0]?.request ?? 0
  const above = requests.filter(({ contextTokens }) => contextTokens > windowTokens)
  const [largest] = above
  return [
    ...(windowTokens < smallWindowTokens
      ? [
          {
            request: first,
            text: `In a window under ${formatCount(smallWindowTokens)} tokens an agent slides its window and condenses nothing; the policy is played as it is written.`,
          },
        ]
      : []),
    ...(largest === undefined
      ? []
      : [
          {
            request: largest.request,
            text: `${above.length} of ${requests.length} requests do not fit into the window of ${formatCount(windowTokens)} tokens, this one first; the largest has ${formatCount(peakContext)}. A model with that window would have refused them.`,
          },
        ]),
  ]
}

/**
 * What has to be said of a policy that never condenses: that requests grow over the window of the model that answered
 * them, so that a saving against it is one against what could not be sent. `windows` are those of
 * the recorded requests.
 */
export function refusedNotes(
  { requests }: Pick<PolicyReplay, 'requests'>,
  windows: readonly (number | null)[],
): WindowNote[] {
  const above = requests.flatMap(({ request, contextTokens }) => {
    const windowTokens = windows[request] ?? null
    return windowTokens === null || contextTokens <= windowTokens
      ? []
      : [{ request, contextTokens, windowTokens }]
  })
  const [first] = above
  if (first === undefined) return []
  const size = `${formatCount(first.contextTokens)} tokens in a window of ${formatCount(first.windowTokens)}`
  return [
    {
      request: first.request,
      text: `${above.length} of ${requests.length} requests do not fit into the window of their model, this one first: ${size}. The model would have refused them: what is saved against this policy is saved against something that could not have been sent.`,
    },
  ]
}
