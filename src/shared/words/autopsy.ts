import type { Autopsied, Fates } from '../domain/autopsy.ts'
import { countOf, formatCount } from '../lib/count-of.ts'
import { formatUsd } from '../lib/format-figures.ts'

const unexaminedTexts = {
  deleted: 'What it left out is no longer in the files.',
  'no-summary': 'Its summary is no longer in the files.',
  'no-request': 'No request has been recorded since.',
} as const

/** What a condensation lost, in one sentence for a person: `Lost here: 2 of your 5 rules, 14 of 53 facts.` */
export function lostText({ unexamined, facts, rules, statements, readAgain }: Autopsied): string {
  if (unexamined !== null) return unexaminedTexts[unexamined]
  const ofRules: Fates = {
    kept: rules.filter(({ state }) => state === 'kept').length,
    lost: rules.filter(({ state }) => state === 'lost').length,
    atRisk: rules.filter(({ state }) => state === 'at-risk').length,
  }
  const lost = [shareOf(ofRules, 'lost', 'your', 'rule'), shareOf(facts, 'lost', '', 'fact')]
  const risked = [shareOf(ofRules, 'atRisk', 'your', 'rule'), shareOf(facts, 'atRisk', '', 'fact')]
  const said = [
    listed('Lost here', lost),
    listed('At risk in a summary that only the model can read', risked),
    contradictedText(statements),
    readAgainText(readAgain),
  ].filter((sentence) => sentence !== '')
  return said.length === 0 ? 'Nothing stated before was lost.' : said.join(' ')
}

/** What all condensations of a task lost, in one sentence; empty where nothing is known of any. */
export function lossesText(all: readonly Pick<Autopsied, 'unexamined' | 'facts' | 'rules'>[]): string {
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
        : `${formatCount(lost.rules)} of your ${countOf(of.rules.length, 'rule')}`,
    lost.facts === 0
      ? ''
      : of === undefined
        ? countOf(lost.facts, 'fact')
        : `${formatCount(lost.facts)} of ${countOf(whole, 'fact')}`,
  ].filter((item) => item !== '')
  if (items.length === 0) return ''
  const subject = all.length === 1 ? 'Its condensation' : `Its ${formatCount(all.length)} condensations`
  return `${subject} lost ${known.length < all.length ? 'at least ' : ''}${items.join(' and ')}.`
}

function listed(what: string, items: readonly string[]): string {
  const there = items.filter((item) => item !== '')
  return there.length === 0 ? '' : `${what}: ${there.join(', ')}.`
}

function shareOf(fates: Fates, fate: 'lost' | 'atRisk', owner: '' | 'your', noun: string): string {
  const whole = countOf(fates.kept + fates.lost + fates.atRisk, noun)
  return fates[fate] === 0
    ? ''
    : `${formatCount(fates[fate])} of ${owner === '' ? whole : `${owner} ${whole}`}`
}

function readAgainText({ results, tokens, costUsd, paths }: Autopsied['readAgain']): string {
  if (results === 0) return ''
  const money = costUsd === null ? '' : `, ${formatUsd(costUsd)}`
  const reads = results === paths.length ? '' : ` in ${countOf(results, 'read')}`
  return `Read again later: ${countOf(paths.length, 'file')}${reads}, ${formatCount(tokens)} tokens${money}.`
}

/** `Contradicted: the state of 2 of 17 files, commands and to-do items.` Empty where nothing is. */
function contradictedText(statements: Autopsied['statements']): string {
  const wrong = statements.filter(({ verdict }) => verdict === 'contradicted').length
  return wrong === 0
    ? ''
    : `Contradicted: the state of ${formatCount(wrong)} of ${formatCount(statements.length)} files, commands and to-do items.`
}
