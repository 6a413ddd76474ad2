import type { ReplayPart } from '../../lib/routes.ts'

/** What the parts of the Replay tab are called. */
export const replayPartLabels: Readonly<Record<ReplayPart, string>> = {
  policies: 'Policies',
  results: 'Results',
  context: 'Context',
  drift: 'Drift',
}
