import { guideAnswersSchema, type GuideAdvice, type GuideQuestion } from '../../../shared/domain/guide.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../context.ts'
import { jsonText } from '../output/json.ts'
import { recommendText, questionsText } from '../output/recommend-text.ts'
import { readGuideAnswer } from '../read-guide-answer.ts'

export type RecommendOptions = CommonOptions & {
  readonly budget?: string
  readonly latency?: string
  readonly loss?: string
  readonly config?: string
}

/** `dewpoint recommend`: what suits the answers; the questions where none is given. Resolves to the exit code. */
export async function recommendCommand(options: RecommendOptions, context: CommandContext): Promise<number> {
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
