import { assertNever } from '../kernel/assert-never.ts'
import { findLargest } from '../kernel/find-extreme.ts'
import { formatCountWithNoun, formatCount } from '../kernel/format-count-with-noun.ts'
import { formatCents } from '../kernel/format-figures.ts'
import type { Autopsied, MissingThing } from './autopsy-types.ts'

const unexaminedTexts = {
  deleted: 'What it left out is no longer in the files.',
  'no-summary': 'Its summary is no longer in the files.',
  'no-request': 'No request has been recorded since.',
} as const

/** Things that a sentence names or a screen lists before the rest is counted. */
const mostThings = 10

/**
 * What a condensation did and what of that was missed, for its page and the first line of `dewpoint autopsy`: `155,830 →
 * 46,329 tokens. 9 things needed later were missing: read again for 26,609 tokens, $0.17.`
 */
export function describeCondensation(one: Autopsied): string {
  const { before, after, unexamined, missing, followed } = one
  const sizes =
    before === null || after === null
      ? 'Sizes not recorded.'
      : `${formatCount(before)} → ${formatCount(after)} tokens.`
  if (unexamined !== null) return `${sizes} ${unexaminedTexts[unexamined]}`
  if (followed === 0) return `${sizes} No request followed.`
  if (missing.length > 0) {
    const were = missing.length === 1 ? 'was' : 'were'
    const things = formatCountWithNoun(missing.length, 'thing')
    return `${sizes} ${things} needed later ${were} missing: ${describeCost(missing)}.`
  }
  return `${sizes} Nothing that it left out was read or run again in the ${formatCountWithNoun(followed, 'request')} that followed.`
}

/** What all condensations of a task left out that was needed later, in one sentence; empty where nothing was. */
export function describeAllMissing(all: readonly Pick<Autopsied, 'missing'>[]): string {
  const missing = all.flatMap((one) => one.missing)
  if (missing.length === 0) return ''
  const subject =
    all.length === 1 ? 'the agent’s condensation' : `the agent’s ${formatCount(all.length)} condensations`
  const were = missing.length === 1 ? 'was' : 'were'
  return `Of what ${subject} left out, ${formatCountWithNoun(missing.length, 'thing')} ${were} needed later: ${describeCost(missing)}.`
}

/** Tokens and dollars of things that were brought back: `read again for 26,609 tokens, $0.17`. */
function describeCost(missing: readonly MissingThing[]): string {
  const [reads, runs] = [
    missing.some(({ kind }) => kind === 'read-again'),
    missing.some(({ kind }) => kind === 'run-again'),
  ]
  const verb = reads && runs ? 'read or run again' : runs ? 'run again' : 'read again'
  const { tokens, costUsd } = sumMissing(missing)
  const money = costUsd === null ? '' : `, ${formatCents(costUsd)}`
  return `${verb} for ${formatCount(tokens)} tokens${money}`
}

/** What bringing things back took; dollars are null where the price of one is not known. */
export function sumMissing(missing: readonly MissingThing[]): {
  readonly tokens: number
  readonly costUsd: number | null
} {
  return {
    tokens: missing.reduce((sum, thing) => sum + thing.tokens, 0),
    costUsd: missing.reduce<number | null>(
      (sum, { costUsd }) => (sum === null || costUsd === null ? null : sum + costUsd),
      0,
    ),
  }
}

/** Those of the missing things that are shown, the largest, and how many more there are. */
export function selectShownThings({ missing }: Autopsied): {
  readonly shown: readonly MissingThing[]
  readonly more: string
} {
  const more = missing.length - mostThings
  return {
    shown: missing.slice(0, mostThings),
    more: more > 0 ? `and ${formatCount(more)} more` : '',
  }
}

/** What was done again for a thing: `rewind.go read again, 4,120 tokens, $0.04`. */
export function describeThing({ kind, texts, tokens, costUsd }: MissingThing): string {
  const money = costUsd === null ? '' : `, ${formatCents(costUsd)}`
  const [first = '', ...others] = texts
  const name = kind === 'run-again' ? first.replaceAll(/\s+/g, ' ') : (first.split('/').at(-1) ?? first)
  const more = others.length === 0 ? '' : ` and ${formatCountWithNoun(others.length, 'more', 'more')}`
  const verb = kind === 'run-again' ? 'run again' : 'read again'
  return `${name}${more} ${verb}, ${formatCount(tokens)} tokens${money}`
}

/** Where a thing was gone in between: what stands between where it was said and where it was needed. */
export function describeGap({ kind }: Pick<Autopsied, 'kind'>): string {
  switch (kind) {
    case 'opaque':
      return 'summary is encrypted'
    case 'summary':
      return 'not in the summary'
    default:
      return 'left out'
  }
}

/** The other details that are gone, in one sentence; empty where nobody can tell. */
export function describeOthers({ others, followed, missing, kind, unexamined }: Autopsied): string {
  if (others === null && kind !== 'opaque' && unexamined === null)
    return 'Other details that are gone are not counted in a session of this size.'
  if (others === null || others === 0) return ''
  const [are, were] = others === 1 ? ['is', 'was'] : ['are', 'were']
  const details = formatCountWithNoun(others, missing.length === 0 ? 'detail' : 'other detail')
  return `${details} ${are} gone and ${were} not needed in the ${formatCountWithNoun(followed, 'request')} that followed.`
}

/** When and how a condensation was made: `automatic, 2026-01-06 15:10, before request 86`. */
export function describeOccasion(
  { kind, trigger, ts, atRequest, inRequest, pauseSeconds, isPrecomputed, costUsd }: Autopsied,
  formatTime: (ts: number) => string,
): string {
  return [
    kindWords[kind],
    describeTrigger(trigger),
    trigger?.endsWith('idle') === true && pauseSeconds !== null
      ? `${formatMinutes(pauseSeconds)} after the last answer`
      : '',
    isPrecomputed ? 'summary written ahead' : '',
    ts === null ? '' : formatTime(ts),
    inRequest === null ? '' : `by the server in the answer of request ${formatCount(inRequest)}`,
    atRequest === null ? 'after the last request' : `before request ${formatCount(atRequest)}`,
    costUsd === null || costUsd === 0 ? '' : `its own request ${formatCents(costUsd)}`,
  ]
    .filter((text) => text !== '')
    .join(', ')
}

const formatMinutes = (seconds: number): string => `${(seconds / 60).toFixed(1)} min`

const kindWords: Readonly<Record<Autopsied['kind'], string>> = {
  summary: 'summary',
  opaque: 'encrypted summary',
  clearing: 'results cleared',
  truncation: 'truncation',
}

/** What set a condensation off; empty where it is not recorded. */
export function describeTrigger(trigger: Autopsied['trigger']): string {
  if (trigger === null) return ''
  return triggerWords.get(trigger) ?? trigger
}

/** Other agents have words of their own, which stay. */
const triggerWords: ReadonlyMap<string, string> = new Map([
  ['auto', 'automatic'],
  ['manual', 'by hand'],
  ['idle', 'while idle'],
  ['probably idle', 'probably while idle'],
])

/** What stands in the place of what was condensed, where nobody can read it; empty where the text is there. */
export function explainMissingSummary({ kind, summary }: Pick<Autopsied, 'kind' | 'summary'>): string {
  if (summary !== null) return ''
  switch (kind) {
    case 'opaque':
      return 'The summary is encrypted. Only the vendor’s model can read it, so what it says cannot be seen, and what it holds cannot be counted.'
    case 'summary':
      return 'The files hold no text of the summary.'
    case 'clearing':
      return 'No summary was written: results of tools were cleared.'
    case 'truncation':
      return 'No summary was written: the oldest messages were left out.'
    default:
      return assertNever(kind)
  }
}

/** What is left of the first context of the task after this condensation; empty where nobody can tell. */
export function describeSurvived({ n, survived }: Pick<Autopsied, 'n' | 'survived'>): string {
  if (survived === null || survived.of === 0) return ''
  const { of, left } = survived
  const through = n === 1 ? 'it' : n === 2 ? 'both' : `all ${formatCount(n)}`
  return `Of ${formatCountWithNoun(of, 'detail')} in the context before the first condensation, ${formatCount(left)} survived ${through}.`
}

/** What is missing after condensations, as a note for the agent or a text to paste; empty where nothing is. */
export function writeRestoreNote(all: readonly Autopsied[]): string {
  const things = all.flatMap(({ n, missing }) => missing.map((thing) => ({ n, ...thing })))
  if (things.length === 0) return ''
  return [
    'Condensing the conversation left out what follows. You needed it later:',
    ...things.map(({ n, kind, texts, said, excerpt }) => {
      const name = texts.map((text) => `\`${text}\``).join(', ')
      const from = kind === 'run-again' ? 'Result of' : 'From'
      return `${from} ${name} (message ${said}, before condensation ${n}):\n\n${fenceText(excerpt)}`
    }),
  ].join('\n\n')
}

/** A text between marks that are longer than any it holds. */
function fenceText(text: string): string {
  const longest = findLargest(
    [...text.matchAll(/`{3,}/g)].map(([ticks]) => ticks.length),
    2,
  )
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${text}\n${fence}`
}
