import { Option, type Command } from 'commander'
import {
  alignRight,
  buildFacts,
  buildTable,
  buildText,
  type Block,
  type Fact,
} from '../../../../shared/document/document.ts'
import { goals, type Goal } from '../../../../shared/home/answer-types.ts'
import { describeArmVerdict } from '../../../../shared/home/answers-words.ts'
import type { GuideAdvice, GuideArm } from '../../../../shared/home/guide-advice-types.ts'
import {
  guideAnswersSchema,
  type GuideAnswer,
  type GuidePick,
  type GuideQuestion,
} from '../../../../shared/home/guide-types.ts'
import {
  buildAdviceReasons,
  describeAdvice,
  listBasisNotes,
  describeGivenUp,
} from '../../../../shared/home/guide-words.ts'
import { formatDuration, formatPercent, formatUsd } from '../../../../shared/kernel/format-figures.ts'
import { addCommand, type Runner } from '../../../terminal/arguments/add-command.ts'
import { CliFailure } from '../../../terminal/cli-failure.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../../../terminal/context.ts'
import { printAnswer } from '../../../terminal/print-answer.ts'
import {
  findUnmetAnswers,
  describeUnmetAnswer,
  type GivenAmounts,
  type UnmetAnswer,
} from './find-unmet-answers.ts'

/** `dewpoint recommend`. */
export function addRecommendCommand(program: Command, run: Runner): void {
  addCommand(
    program,
    'recommend',
    'Recommend a method for a goal, a budget, a latency, an acceptable loss and the effort, from measurements. Exit code 1 when nothing meets them.',
    'recommend --budget 0.03 --latency 2s --loss 30%',
  )
    .option(
      '--budget <answer>',
      'what a condensation may cost: an amount in $, or open, cents, fraction, free',
    )
    .option('--latency <answer>', 'how long it may take: 100ms, 500ms, 2s, 10s, any, or another time')
    .option('--loss <answer>', 'how much may be lost: none, 10%, 30%, 50%, any, or another share')
    .option('--config <answer>', 'how much you want to set up: none, presets, some, custom, per-message')
    .addOption(new Option('--goal <goal>', 'what matters').choices(goals).default('balanced'))
    .action(run(recommendCommand))
}

type RecommendOptions = CommonOptions & {
  readonly budget?: string
  readonly latency?: string
  readonly loss?: string
  readonly config?: string
  readonly goal: Goal
}

/**
 * `dewpoint recommend`: what suits the answers; the questions where none is given. Resolves to 1 where no arm is
 * recommended, or the recommended one does not meet the answers.
 */
async function recommendCommand(options: RecommendOptions, context: CommandContext): Promise<number> {
  const { questions, advice } = await withDewpoint(options, context, async ({ client }) => {
    const asked = await client.guide.questions()
    return {
      questions: asked,
      advice: await client.guide.recommend({ answers: readGuideAnswers(asked, options), goal: options.goal }),
    }
  })
  const unmet = findUnmetAnswers(advice, questions, readGivenAmounts(questions, options))
  await printAnswer(options, context, unmet.length === 0 ? advice : { ...advice, unmet }, () =>
    buildAdvice(advice, questions, unmet),
  )
  const isAsked = Object.keys(advice.answers).length > 0
  return isAsked && (unmet.length > 0 || advice.recommendation === null) ? 1 : 0
}

/** Answers that were given as the most that is accepted. */
function readGivenAmounts(questions: readonly GuideQuestion[], options: RecommendOptions): GivenAmounts {
  return Object.fromEntries(
    questions.flatMap((question) => {
      const typed = parseTypedAmount(question, options[question.id] ?? '')
      return typed === null || typed.isAbove || findNamedAnswer(question, options[question.id] ?? '') !== null
        ? []
        : [[question.id, typed.amount]]
    }),
  )
}

function readGuideAnswers(questions: readonly GuideQuestion[], options: RecommendOptions) {
  const given = questions.flatMap((question): [string, string][] => {
    const text = options[question.id]
    return text === undefined ? [] : [[question.id, readGuideAnswer(question, text)]]
  })
  return guideAnswersSchema.parse(Object.fromEntries(given))
}

/** Arms beside the recommended one that are worth a look. */
const mostOthers = 6

/** `recommend`: what to take, why, what cannot be had, what else would do, how to run it. The questions first, unless some are answered. */
function buildAdvice(
  advice: GuideAdvice,
  questions: readonly GuideQuestion[],
  unmet: readonly UnmetAnswer[],
): readonly Block[] {
  const { recommendation, arms, basis } = advice
  const titles = new Map(questions.map(({ id, title }) => [id, title.toLowerCase()]))
  const take = recommendation?.pick ?? null
  return [
    ...(Object.keys(advice.answers).length === 0 ? questions.flatMap(buildQuestion) : []),
    buildText(describeAdvice(advice)),
    buildFacts([
      take && ['take', take.label],
      ['conflict', describeGivenUp(advice)],
      ...unmet.map((one): Fact => [
        `${titles.get(one.question) ?? one.question} not met`,
        describeUnmetAnswer(one),
      ]),
      ...buildAdviceReasons(advice).map(({ title, text }): Fact => [title.toLowerCase(), text]),
      ['know', listBasisNotes(basis)],
      take && ['run', buildCondenseCommand(take)],
    ]),
    buildTable(
      ['instead', ...alignRight('saves', 'used next', 'once', 'time'), 'for the goal'],
      arms
        .filter(({ id }) => id !== recommendation?.id)
        .slice(0, mostOthers)
        .map((arm) => buildAlternativeRow(arm, titles)),
    ),
  ]
}

/** A question with what it takes. */
function buildQuestion({ id, text, answers }: GuideQuestion): readonly Block[] {
  return [
    { kind: 'heading', text },
    buildTable(
      [`  --${id}`, '', ''],
      answers.map((answer) => [`  ${answer.id}`, answer.letter, answer.label]),
    ),
  ]
}

function buildAlternativeRow(arm: GuideArm, titles: ReadonlyMap<string, string>): readonly string[] {
  const { id, isExtracted, savedPercent, kept, condensingUsd, timeMs, shortOf } = arm
  const short = shortOf.map((question) => titles.get(question) ?? question)
  return [
    `${id}${isExtracted ? ' *' : ''}`,
    savedPercent === null ? '–' : formatPercent(savedPercent),
    kept === null ? '–' : kept.toFixed(2),
    condensingUsd === null ? 'unknown' : formatUsd(condensingUsd),
    timeMs === null ? '–' : formatDuration(timeMs),
    [describeArmVerdict(arm), ...(short.length === 0 ? [] : [`misses ${short.join(', ')}`])].join(', '),
  ]
}

function buildCondenseCommand({ providerId, presetId, profileId }: GuidePick): string {
  const preset = presetId === null ? '' : ` --preset ${presetId}`
  const profile = profileId === null ? '' : ` --profile ${profileId}`
  return `dewpoint condense <task> --provider ${providerId}${preset}${profile}`
}

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
function readGuideAnswer(question: GuideQuestion, text: string): string {
  const answer = findNamedAnswer(question, text) ?? findAnswerWithin(question, text)
  if (answer !== null) return answer.id
  const amount = question.unit === null ? '' : `, or an amount such as ${examples[question.unit]}`
  throw new CliFailure({
    message: `--${question.id} does not take ${JSON.stringify(text)}.`,
    hint: `It takes ${question.answers.map(({ id, letter }) => `${id} (${letter})`).join(', ')}${amount}.`,
  })
}

function findNamedAnswer({ answers }: GuideQuestion, text: string): GuideAnswer | null {
  const typed = text.trim().toLowerCase()
  return answers.find(({ id, letter }) => id === typed || letter.toLowerCase() === typed) ?? null
}

/** An amount in the unit of a question, and whether more than it is meant; null for what is none. */
function parseTypedAmount(
  { unit }: GuideQuestion,
  text: string,
): { readonly amount: number; readonly isAbove: boolean } | null {
  if (unit === null) return null
  const match = /^(?<sign>[<>≤≥]=?)?\s*(?:\$\s*)?(?<figure>\d+(?:\.\d+)?|\.\d+)\s*(?<suffix>[a-z%¢]*)$/.exec(
    text.trim().toLowerCase(),
  )
  const factor = suffixes[unit][match?.groups?.['suffix'] ?? '']
  if (match === null || factor === undefined) return null
  const amount = Number(match.groups?.['figure']) * factor
  if (unit === 'percent' && amount > 100) return null
  return { amount, isAbove: /[>≥]/.test(match.groups?.['sign'] ?? '') }
}

function findAnswerWithin(question: GuideQuestion, text: string): GuideAnswer | null {
  const typed = parseTypedAmount(question, text)
  if (typed === null) return null
  const { amount, isAbove } = typed
  const pickUpperEnd = ({ upTo }: GuideAnswer): number => upTo ?? Number.POSITIVE_INFINITY
  const within = question.answers.filter((answer) =>
    isAbove ? pickUpperEnd(answer) > amount : pickUpperEnd(answer) >= amount,
  )
  return within.reduce<GuideAnswer | null>(
    (strictest, answer) =>
      strictest === null || pickUpperEnd(answer) < pickUpperEnd(strictest) ? answer : strictest,
    null,
  )
}
