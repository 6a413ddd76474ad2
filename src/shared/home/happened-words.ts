import { alignRight, buildTable, type TableBlock } from '../document/document.ts'
import { formatAgentName } from '../kernel/format-agent-name.ts'
import { formatCount, formatCountWithNoun } from '../kernel/format-count-with-noun.ts'
import { formatCents, formatUsd, thinSpace } from '../kernel/format-figures.ts'
import type { Answer } from './answer-types.ts'
import { formatBillChange } from './answers-words.ts'
import type { Baselines, Happened } from './happened-types.ts'

/** What happened in the tasks of a person, in the first sentence of Home and of `dewpoint answer`. */
export function describeHappened({
  happened,
  ofTasks,
  isSample,
}: Pick<Answer, 'happened' | 'ofTasks' | 'isSample'>): string {
  const { condensations, condensedTasks, unexaminedTasks } = happened
  const agents = isSample ? 'The agents of the samples' : 'Your agents'
  if (condensations === 0) return `${agents} have not condensed yet${describeLargest(happened)}.`
  const times = condensations === 1 ? 'once' : `${formatCount(condensations)} times`
  const where = ofTasks === 1 ? '' : ` in ${formatCount(condensedTasks)} of ${formatCount(ofTasks)} tasks`
  const first = `${agents} condensed ${times}${where}.`
  if (unexaminedTasks === condensedTasks) return first
  return `${first} ${describeMissed(happened)}`
}

function describeLargest({ fullest: [largest] }: Happened): string {
  return largest === undefined ? '' : `: the largest request took ${formatWindowShare(largest)} of its window`
}

function formatWindowShare({ tokens, windowTokens }: Happened['fullest'][number]): string {
  return `${Math.round((100 * tokens) / windowTokens)}${thinSpace}%`
}

/** The tasks that came nearest to their window, where nobody condensed. Home and `dewpoint answer` show it. */
export function buildFullestTable(
  fullest: Happened['fullest'],
  linkTo?: (taskId: string) => string,
  formatTitle?: (title: string) => string,
): TableBlock {
  return buildTable(
    ['Task', ...alignRight('Largest request', 'Window', 'Of its window', 'Room left')],
    fullest.map((one) => {
      const text = nameCondensedTask(one, formatTitle)
      return [
        linkTo === undefined ? text : { text, route: linkTo(one.taskId) },
        formatCount(one.tokens),
        formatCount(one.windowTokens),
        formatWindowShare(one),
        formatCount(one.windowTokens - one.tokens),
      ]
    }),
    { caption: fullestTitle, note: 'Sizes in tokens. The task that came nearest to its window is first.' },
  )
}

export const fullestTitle = 'Nearest to their window'

function describeMissed(happened: Happened): string {
  const { missing, missingTokens, missingUsd, isMissingUsdWhole, unexaminedTasks, worst } = happened
  const soFar = unexaminedTasks === 0 ? '' : ' so far'
  if (missing === 0 && worst.some((one) => one.missing === null))
    return soFar === ''
      ? 'Their files do not tell what was missing.'
      : 'What was missing afterwards is still being read.'
  if (missing === 0) return `Nothing that they left out was read again afterwards${soFar}.`
  const money =
    missingUsd === null ? '' : `, ${isMissingUsdWhole ? '' : 'at least '}${formatCents(missingUsd)}`
  return `Afterwards they read ${formatCountWithNoun(missing, 'thing')} again${soFar}: ${formatCount(missingTokens)} tokens${money}.`
}

/** Of a title so much names a task. */
const titleLength = 48

/** The task of a condensation by the beginning of its title; behind that of its parent where another task had it done. */
export function nameCondensedTask(
  { title, parentTitle }: Pick<Happened['worst'][number], 'title' | 'parentTitle'>,
  formatTitle: (title: string) => string = (text) => text,
): string {
  if (parentTitle === null) return cutTitle(formatTitle(title), titleLength)
  return [parentTitle, title].map((text) => cutTitle(formatTitle(text), titleLength / 2)).join(' › ')
}

function cutTitle(title: string, length: number): string {
  return title.length > length ? `${title.slice(0, length).trimEnd()}…` : title
}

/** What the tasks cost in three ways that are named: never two numbers that fight. */
export function buildBillsTable(baselines: Baselines, nameOf: (armId: string) => string): TableBlock {
  const { tasks, recordedUsd, neverUsd, cheapest } = baselines
  const buildRow = (name: string, usd: number): readonly string[] => [
    name,
    formatUsd(usd),
    formatBillChange(usd - recordedUsd),
  ]
  return buildTable(
    [`${formatCountWithNoun(tasks, 'task')} that condensed`, ...alignRight('bill', 'change')],
    [
      [...buildRow('As recorded', recordedUsd).slice(0, 2), ''],
      buildRow('Without that condensation, up to the model’s window', neverUsd),
      ...(cheapest === null
        ? []
        : [
            buildRow(
              `Cheapest measured there: ${nameOf(cheapest.id)}${describeDoubt(cheapest)}`,
              cheapest.usd,
            ),
          ]),
    ],
    { note: 'Whole bills. What is done otherwise at one condensation of each task is estimated.' },
  )
}

function describeDoubt({ isClear }: NonNullable<Baselines['cheapest']>): string {
  return isClear ? '' : ' (no clear difference)'
}

/** The size at which an agent condenses, by its record: one number. */
export function describeTrigger({ agent, tokens, condensations }: Happened['triggers'][number]): string {
  const times = condensations === 1 ? 'recorded once' : `median of ${formatCount(condensations)} recorded`
  const size = tokens < 1000 ? tokens : Math.round(tokens / 1000) * 1000
  return `${formatAgentName(agent)} condensed at about ${formatCount(size)} tokens (${times}).`
}
