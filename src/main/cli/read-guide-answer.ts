import type { GuideAnswer, GuideQuestion } from '../../shared/domain/guide.ts'
import { CliFailure } from './cli-failure.ts'

type Unit = NonNullable<GuideQuestion['unit']>

/** What people write behind an amount, and how many of the question’s units it is. */
const suffixes: Readonly<Record<Unit, Readonly<Record<string, number>>>> = {
  usd: { '': 1, usd: 1, ct: 0.01, '¢': 0.01 },
  ms: { ms: 1, s: 1000, sec: 1000, min: 60_000 },
  percent: { '': 1, '%': 1 },
}

const examples: Readonly<Record<Unit, string>> = { usd: '0.03', ms: '500ms or 2s', percent: '10%' }

/**
 * The answer to a question of the guide that a person typed: its id, its letter, or an amount such as `$0.03`, `2s`,
 * `<10%`. An amount is the most that is accepted, so that it means the first answer that lies within; `>` means more
 * than it. Throws a `CliFailure`.
 */
export function readGuideAnswer(question: GuideQuestion, text: string): string {
  const typed = text.trim().toLowerCase()
  const named = question.answers.find(({ id, letter }) => id === typed || letter.toLowerCase() === typed)
  const answer = named ?? (question.unit === null ? null : answerWithin(question, question.unit, typed))
  if (answer !== null) return answer.id
  const amount = question.unit === null ? '' : `, or an amount such as ${examples[question.unit]}`
  throw new CliFailure({
    message: `--${question.id} does not take ${JSON.stringify(text)}.`,
    hint: `It takes ${question.answers.map(({ id, letter }) => `${id} (${letter})`).join(', ')}${amount}.`,
  })
}

function answerWithin({ answers }: GuideQuestion, unit: Unit, typed: string): GuideAnswer | null {
  const match = /^(?<sign>[<>≤≥]=?)?\s*\$?\s*(?<figure>\d+(?:\.\d+)?|\.\d+)\s*(?<suffix>[a-z%¢]*)$/.exec(
    typed,
  )
  const factor = suffixes[unit][match?.groups?.['suffix'] ?? '']
  if (match === null || factor === undefined) return null
  const amount = Number(match.groups?.['figure']) * factor
  if (unit === 'percent' && amount > 100) return null
  const isAbove = /[>≥]/.test(match.groups?.['sign'] ?? '')
  const endOf = ({ upTo }: GuideAnswer): number => upTo ?? Number.POSITIVE_INFINITY
  const within = answers.filter((answer) => (isAbove ? endOf(answer) > amount : endOf(answer) >= amount))
  return within.reduce<GuideAnswer | null>(
    (strictest, answer) => (strictest === null || endOf(answer) < endOf(strictest) ? answer : strictest),
    null,
  )
}
