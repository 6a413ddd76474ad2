import { formatCountWithNoun, formatCount } from '../kernel/format-count-with-noun.ts'
import { formatUsd } from '../kernel/format-figures.ts'
import type { Autopsied, Fates } from './autopsy-types.ts'

const unexaminedTexts = {
  deleted: 'What it left out is no longer in the files.',
  'no-summary': 'Its summary is no longer in the files.',
  'no-request': 'No request has been recorded since.',
} as const

/** What a condensation lost, in one sentence for a person: `Lost here: 2 of your 5 rules, 14 of 53 facts.` */
export function describeLoss({ unexamined, facts, rules, readAgain }: Autopsied): string {
  if (unexamined !== null) return unexaminedTexts[unexamined]
  const ofRules: Fates = {
    kept: rules.filter(({ state }) => state === 'kept').length,
    lost: rules.filter(({ state }) => state === 'lost').length,
    atRisk: rules.filter(({ state }) => state === 'at-risk').length,
  }
  const lost = [describeShare(ofRules, 'lost', 'your', 'rule'), describeShare(facts, 'lost', '', 'fact')]
  const risked = [
    describeShare(ofRules, 'atRisk', 'your', 'rule'),
    describeShare(facts, 'atRisk', '', 'fact'),
  ]
  const said = [
    formatList('Lost here', lost),
    formatList('At risk in a summary that only the model can read', risked),
    readAgainText(readAgain),
  ].filter((sentence) => sentence !== '')
  return said.length === 0 ? 'Nothing stated before was lost.' : said.join(' ')
}

/** What all condensations of a task lost, in one sentence; empty where nothing is known of any. */
export function describeAllLosses(all: readonly Pick<Autopsied, 'unexamined' | 'facts' | 'rules'>[]): string {
  const known = all.filter(({ unexamined }) => unexamined === null)
  const lost = {
    rules: known.flatMap(({ rules }) => rules.filter(({ state }) => state === 'lost')).length,
    facts: known.reduce((sum, { facts }) => sum + facts.lost, 0),
  }
  const [only] = all
  const of = all.length > 1 ? undefined : only
  const whole = of === undefined ? 0 : of.facts.kept + of.facts.lost + of.facts.atRisk
  const items = [
    lost.rules === 0
      ? ''
      : of === undefined
        ? `${formatCount(lost.rules)} of your rules`
        : `${formatCount(lost.rules)} of your ${formatCountWithNoun(of.rules.length, 'rule')}`,
    lost.facts === 0
      ? ''
      : of === undefined
        ? formatCountWithNoun(lost.facts, 'fact')
        : `${formatCount(lost.facts)} of ${formatCountWithNoun(whole, 'fact')}`,
  ].filter((item) => item !== '')
  if (items.length === 0) return ''
  const subject = all.length === 1 ? 'Its condensation' : `Its ${formatCount(all.length)} condensations`
  return `${subject} lost ${known.length < all.length ? 'at least ' : ''}${items.join(' and ')}.`
}

function formatList(what: string, items: readonly string[]): string {
  const there = items.filter((item) => item !== '')
  return there.length === 0 ? '' : `${what}: ${there.join(', ')}.`
}

function describeShare(fates: Fates, fate: 'lost' | 'atRisk', owner: '' | 'your', noun: string): string {
  const whole = formatCountWithNoun(fates.kept + fates.lost + fates.atRisk, noun)
  return fates[fate] === 0
    ? ''
    : `${formatCount(fates[fate])} of ${owner === '' ? whole : `${owner} ${whole}`}`
}

function readAgainText({ results, tokens, costUsd, paths }: Autopsied['readAgain']): string {
  if (results === 0) return ''
  const money = costUsd === null ? '' : `, ${formatUsd(costUsd)}`
  const reads = results === paths.length ? '' : ` in ${formatCountWithNoun(results, 'read')}`
  return `Read again later: ${formatCountWithNoun(paths.length, 'file')}${reads}, ${formatCount(tokens)} tokens${money}.`
}
