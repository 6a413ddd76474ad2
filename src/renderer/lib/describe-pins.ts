import type { ListedPin, TaskPins } from '../../shared/library/pins-contract.ts'
import { formatCountWithNoun, formatTokens } from './format.ts'

type DescribedPins = { readonly pins: readonly ListedPin[]; readonly holding: TaskPins['holding'] }

/** What pins do, in a sentence: what stays, how much that is, and what no longer counts. */
export function describePins({ pins, holding }: DescribedPins): string {
  const { messages, parts, tokens } = holding
  const what = [
    ...(messages === 0 ? [] : [formatCountWithNoun(messages, 'pinned message')]),
    ...(parts === 0 ? [] : [formatCountWithNoun(parts, 'pinned part')]),
  ].join(' and ')
  const stale = pins.filter(({ state }) => state !== 'holds').length
  const rest =
    stale === 0
      ? ''
      : `${formatCountWithNoun(stale, 'pin')} no longer ${stale === 1 ? 'fits' : 'fit'} the history.`
  const kept = what === '' ? '' : `${what} will stay (${formatTokens(tokens)}).`
  return [kept, rest].filter((sentence) => sentence !== '').join(' ')
}
