import type { Command } from 'commander'
import { command, type Runner } from '../../arguments/command.ts'
import {
  guideAnswersSchema,
  type GuideAdvice,
  type GuideAnswer,
  type GuidePick,
  type GuideQuestion,
} from '../../../../shared/domain/guide.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../../context.ts'
import { jsonText } from '../../output/json.ts'
import { formatPairs, formatTable } from '../../output/table.ts'
import { CliFailure } from '../../cli-failure.ts'

/** `dewpoint recommend`. */
export function addRecommendCommand(program: Command, run: Runner): void {
  command(
    program,
    'recommend',
    'Say which provider suits a budget, a latency, an acceptable loss and the effort of setting it up.',
    'recommend --budget 0.03 --latency 2s --loss 30%',
  )
    .option(
      '--budget <answer>',
      'what a condensation may cost: an amount in $, or open, cents, fraction, free',
    )
    .option('--latency <answer>', 'how long it may take: 100ms, 500ms, 2s, 10s, any, or another time')
    .option('--loss <answer>', 'how much may be lost: none, 10%, 30%, 50%, any, or another share')
    .option('--config <answer>', 'what you want to set up: none, presets, some, custom, per-message')
    .action((options: RecommendOptions) => run((context) => recommendCommand(options, context)))
}

type RecommendOptions = CommonOptions & {
  readonly budget?: string
  readonly latency?: string
  readonly loss?: string
  readonly config?: string
}

/** `dewpoint recommend`: what suits the answers; the questions where none is given. Resolves to the exit code. */
async function recommendCommand(options: RecommendOptions, context: CommandContext): Promise<number> {
  const { questions, advice } = await withDewpoint(options, context, async ({ client }) => {
    const asked = await client.guide.questions()
    return { questions: asked, advice: await client.guide.recommend(answersOf(asked, options)) }
  })
  await context.terminal.out(options.json === true ? jsonText(advice) : textOf(advice, questions))
  return 0
}

function answersOf(questions: readonly GuideQuestion[], options: RecommendOptions) {
  const given = questions.flatMap((question): [string, string][] => {
    const text = options[question.id]
    return text === undefined ? [] : [[question.id, readGuideAnswer(question, text)]]
  })
  return guideAnswersSchema.parse(Object.fromEntries(given))
}

function textOf(advice: GuideAdvice, questions: readonly GuideQuestion[]): string {
  const text = recommendText(advice, questions)
  return Object.keys(advice.answers).length === 0 ? `${questionsText(questions)}\n${text}` : text
}

/** The four questions with what each takes. */
function questionsText(questions: readonly GuideQuestion[]): string {
  return questions
    .map(({ id, text, answers }) =>
      [
        `${text}\n`,
        formatTable(
          [{ title: `  --${id}` }, { title: '' }, { title: '' }],
          answers.map((answer) => [`  ${answer.id}`, answer.letter, answer.label]),
        ),
      ].join(''),
    )
    .join('\n')
}

/** `recommend` for people: what to take, why, what cannot be had, what else would do, and how to run it. */
function recommendText(advice: GuideAdvice, questions: readonly GuideQuestion[]): string {
  const { recommendation, reasons, conflicts, cautions, alternatives } = advice
  const titles = new Map(questions.map(({ id, title }) => [id, title.toLowerCase()]))
  const sections = [
    formatPairs([
      ['take', recommendation.label],
      ...conflicts.map(({ text }): [string, string] => ['conflict', text]),
      ...reasons.map(({ question, text }): [string, string] => [
        question === null ? 'why' : (titles.get(question) ?? question),
        text,
      ]),
      ...cautions.map((text): [string, string] => ['know', text]),
      ['run', commandFor(recommendation)],
      ['settings.json', settingsFor(recommendation)],
    ]),
    formatTable(
      [{ title: 'instead' }, { title: 'provider' }, { title: 'preset' }, { title: 'because' }],
      alternatives.map(({ label, providerId, presetId, reason }) => [
        label,
        providerId,
        presetId ?? '',
        reason,
      ]),
    ),
  ]
  return sections.filter((section) => section !== '').join('\n')
}

/** What `commandFor` names; empty where it names no file. */
function settingsFor({ settings }: GuidePick): string {
  return settings === undefined ? '' : JSON.stringify(settings)
}

function commandFor({ providerId, presetId, profileId, settings, fallback = [] }: GuidePick): string {
  const preset = presetId === null ? '' : ` --preset ${presetId}`
  const profile = profileId === null ? '' : ` --profile ${profileId}`
  const file = settings === undefined ? '' : ' --settings settings.json'
  const others = fallback.length === 0 ? '' : ` --fallback ${fallback.join(',')}`
  return `dewpoint condense <task> --provider ${providerId}${preset}${file}${profile}${others}`
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
