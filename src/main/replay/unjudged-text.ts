import type { OwnFiring } from '../record/condensations/own-condensations.ts'

type Why = Extract<OwnFiring['change'], string>

/** Why nobody knows what a condensation of the agent itself came to, for a person. */
export function unjudgedText(why: Why): string {
  return texts[why]
}

const texts: Readonly<Record<Why, string>> = {
  deleted: 'The agent deleted what it condensed, so what it would have sent without that is not known.',
  'no-summary':
    'The summary that it wrote is no longer in the file, so what it sent from there on is not known.',
  'no-request':
    'The record says what was left out, but not from which request on; the first answer that comes after it is taken.',
}
