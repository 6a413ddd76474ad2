import type { Answer, AnswerArm, ComparedArm, Comparison } from '../../../shared/domain/answer.ts'
import { countOf, formatCount } from '../../../shared/lib/count-of.ts'
import {
  agentAdviceText,
  agentLine,
  agentLineText,
  agentTasksText,
} from '../../../shared/words/agent-advice.ts'
import {
  armVerdictText,
  billText,
  coverageText,
  goalRules,
  leftOutSentences,
} from '../../../shared/words/answers.ts'
import { formatPercent, formatUsd, oneLine } from './figures.ts'
import { formatTable, type Column } from './table.ts'

const columns: readonly Column[] = [
  { title: 'arm' },
  { title: 'saves', align: 'right' },
  { title: 'bill a task', align: 'right' },
  { title: 'used next', align: 'right' },
  { title: 'knows done', align: 'right' },
  { title: 'rules', align: 'right' },
  { title: 'files', align: 'right' },
  { title: 'for the goal' },
]

/** The arms of an answer for people, what was measured, and by which rule. Measuring has ended: the rest cannot be measured. */
export function answerTable(answer: Answer): string {
  if (answer.tasks === 0) return leftOutLines(answer).join('')
  const worst = answer.worst.map(
    ({ title, kept }) => `  ${formatPercent(100 * kept)}  ${oneLine(title, 80)}\n`,
  )
  return [
    formatTable(columns, answer.arms.map(rowOf)),
    `\n${coverageText(answer, answer.ofTasks - answer.tasks - answer.tooShort)} Bills are estimated at the prices of each task.${extractedText(answer.arms)}\n`,
    ...leftOutLines(answer),
    `${goalRules[answer.goal]}\n`,
    ...agentLines(answer),
    ...(worst.length === 0 ? [] : ['\nWhere the recommended arm keeps least:\n', ...worst]),
  ].join('')
}

function leftOutLines(answer: Answer): readonly string[] {
  const { copies, unreadable } = leftOutSentences(answer)
  return [copies, unreadable].filter((text) => text !== '').map((text) => `${oneLine(text, 600)}\n`)
}

/** Where to set what is recommended, a paragraph for each agent. */
function agentLines(answer: Answer): readonly string[] {
  if (answer.agents.length === 0) return []
  return [
    '\nWhere to set it:\n',
    ...answer.agents.map((advice) => {
      const line = agentLine(advice)
      const text = `  ${agentTasksText(advice)}: ${agentAdviceText(advice, answer)} ${agentLineText(advice)}\n`
      return line === null ? text : `${text}${line.replaceAll(/^/gm, '    ')}\n`
    }),
  ]
}

function extractedText(arms: readonly AnswerArm[]): string {
  return arms.some(({ isExtracted }) => isExtracted)
    ? ' Summaries (*) are extracted from the history where the agent asks a model.'
    : ''
}

function rowOf(arm: AnswerArm): readonly string[] {
  const figure = (id: string): string => {
    const found = arm.figures[id]
    return found === undefined ? '–' : found.value.toFixed(2)
  }
  const { savedPercent, costUsdPerTask } = arm
  return [
    `${arm.id}${arm.isExtracted ? ' *' : ''}`,
    savedPercent === null ? '–' : formatPercent(savedPercent),
    billText(costUsdPerTask),
    figure('continuation-recall'),
    figure('knows-done'),
    figure('rules-kept'),
    figure('files-kept'),
    armVerdictText(arm),
  ]
}

const comparedColumns: readonly Column[] = [
  { title: 'arm' },
  { title: 'tokens', align: 'right' },
  { title: 'saved', align: 'right' },
  { title: 'used next', align: 'right' },
  { title: 'knows done', align: 'right' },
  { title: 'once', align: 'right' },
  { title: 'bill', align: 'right' },
  { title: 'breaks even after', align: 'right' },
  { title: '' },
]

/** All arms on one task, for people; the one that keeps most of what was used next first. */
export function comparisonText({ task, cut, arms, requestsAfter }: Comparison): string {
  if (cut === null) return `${oneLine(task.title, 80)} is too short to be cut.\n`
  const kept = ({ figures }: ComparedArm): number => figures['continuation-recall'] ?? -1
  const rows = arms.toSorted((a, b) => kept(b) - kept(a)).map(comparedRow)
  const after = requestsAfter === null ? '' : `, ${countOf(requestsAfter, 'request')} after it`
  return [
    `${oneLine(task.title, 80)}: cut after ${countOf(cut.index, 'message')}, ${formatCount(cut.tokens)} tokens${after}\n\n`,
    formatTable(comparedColumns, rows),
    `\nCosts are estimated at the prices of the task.${arms.some(({ isExtracted }) => isExtracted) ? ' Summaries (*) are extracted from the history where the agent asks a model.' : ''}\n`,
  ].join('')
}

function comparedRow(arm: ComparedArm): readonly string[] {
  const figure = (id: string): string => arm.figures[id]?.toFixed(2) ?? '–'
  const [problem = ''] = arm.problems
  return [
    `${arm.id}${arm.isExtracted ? ' *' : ''}`,
    arm.tokensAfter === null ? '–' : formatCount(arm.tokensAfter),
    arm.saved === null ? '–' : formatCount(arm.saved),
    figure('continuation-recall'),
    figure('knows-done'),
    formatUsd(arm.estimatedCostUsd),
    billText(arm.changeUsd),
    arm.breakEvenRequests === null ? '–' : countOf(arm.breakEvenRequests, 'request'),
    arm.valid ? oneLine(problem, 60) : `invalid ${oneLine(problem, 60)}`.trim(),
  ]
}
