import type { OwnFiring } from './own-firings.ts'

/** Why nobody knows what a condensation of the agent itself came to, for a person. */
export function unjudgedText(why: Extract<OwnFiring['change'], string>): string {
  return why === 'deleted'
    ? 'The agent deleted what it condensed, so what it would have sent without that is not known.'
    : 'The record says what was left out, but not from which request on: that of the first answer after it is taken.'
}
