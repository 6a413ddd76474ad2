import type { GuideAdvice, GuidePick, GuideQuestion } from '../../../shared/domain/guide.ts'
import { formatPairs, formatTable } from './table.ts'

/** The four questions with what each takes. */
export function questionsText(questions: readonly GuideQuestion[]): string {
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
export function recommendText(advice: GuideAdvice, questions: readonly GuideQuestion[]): string {
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
