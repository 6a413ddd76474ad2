import {
  describeAgentAdvice,
  formatAgentLine,
  describeAgentLine,
  describeAgentTasks,
} from '../../../../shared/home/agent-advice-words.ts'
import type { Answer, AnswerArm, ComparedArm, Comparison } from '../../../../shared/home/answer-types.ts'
import {
  describeArmVerdict,
  formatBillChange,
  describeCoverage,
  goalRules,
  describeLeftOut,
} from '../../../../shared/home/answers-words.ts'
import { formatCountWithNoun, formatCount } from '../../../../shared/kernel/format-count-with-noun.ts'
import { formatPercent, formatUsd, formatOneLine } from '../../../terminal/output/figures.ts'
import { formatTable, type Column } from '../../../terminal/output/table.ts'

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
export function formatAnswerTable(answer: Answer): string {
  if (answer.tasks === 0) return formatLeftOutLines(answer).join('')
  const worst = answer.worst.map(
    ({ title, kept }) => `  ${formatPercent(100 * kept)}  ${formatOneLine(title, 80)}\n`,
  )
  return [
    formatTable(columns, answer.arms.map(buildArmRow)),
    `\n${describeCoverage(answer, answer.ofTasks - answer.tasks - answer.tooShort)} Bills are estimated at the prices of each task.${describeExtracted(answer.arms)}\n`,
    ...formatLeftOutLines(answer),
    `${goalRules[answer.goal]}\n`,
    ...formatAgentLines(answer),
    ...(worst.length === 0 ? [] : ['\nWhere the recommended arm keeps least:\n', ...worst]),
  ].join('')
}

function formatLeftOutLines(answer: Answer): readonly string[] {
  const { copies, unreadable } = describeLeftOut(answer)
  return [copies, unreadable].filter((text) => text !== '').map((text) => `${formatOneLine(text, 600)}\n`)
}

/** Where to set what is recommended, a paragraph for each agent. */
function formatAgentLines(answer: Answer): readonly string[] {
  if (answer.agents.length === 0) return []
  return [
    '\nWhere to set it:\n',
    ...answer.agents.map((advice) => {
      const line = formatAgentLine(advice)
      const text = `  ${describeAgentTasks(advice)}: ${describeAgentAdvice(advice, answer)} ${describeAgentLine(advice)}\n`
      return line === null ? text : `${text}${line.replaceAll(/^/gm, '    ')}\n`
    }),
  ]
}

function describeExtracted(arms: readonly AnswerArm[]): string {
  return arms.some(({ isExtracted }) => isExtracted)
    ? ' Summaries (*) are extracted from the history where the agent asks a model.'
    : ''
}

function buildArmRow(arm: AnswerArm): readonly string[] {
  const formatFigure = (id: string): string => {
    const found = arm.figures[id]
    return found === undefined ? '–' : found.value.toFixed(2)
  }
  const { savedPercent, costUsdPerTask } = arm
  return [
    `${arm.id}${arm.isExtracted ? ' *' : ''}`,
    savedPercent === null ? '–' : formatPercent(savedPercent),
    formatBillChange(costUsdPerTask),
    formatFigure('continuation-recall'),
    formatFigure('knows-done'),
    formatFigure('rules-kept'),
    formatFigure('files-kept'),
    describeArmVerdict(arm),
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
export function formatComparison({ task, cut, arms, requestsAfter }: Comparison): string {
  if (cut === null) return `${formatOneLine(task.title, 80)} is too short to be cut.\n`
  const pickKeptShare = ({ figures }: ComparedArm): number => figures['continuation-recall'] ?? -1
  const rows = arms.toSorted((a, b) => pickKeptShare(b) - pickKeptShare(a)).map(buildComparedRow)
  const after = requestsAfter === null ? '' : `, ${formatCountWithNoun(requestsAfter, 'request')} after it`
  return [
    `${formatOneLine(task.title, 80)}: cut after ${formatCountWithNoun(cut.index, 'message')}, ${formatCount(cut.tokens)} tokens${after}\n\n`,
    formatTable(comparedColumns, rows),
    `\nCosts are estimated at the prices of the task.${arms.some(({ isExtracted }) => isExtracted) ? ' Summaries (*) are extracted from the history where the agent asks a model.' : ''}\n`,
  ].join('')
}

function buildComparedRow(arm: ComparedArm): readonly string[] {
  const formatFigure = (id: string): string => arm.figures[id]?.toFixed(2) ?? '–'
  const [problem = ''] = arm.problems
  return [
    `${arm.id}${arm.isExtracted ? ' *' : ''}`,
    arm.tokensAfter === null ? '–' : formatCount(arm.tokensAfter),
    arm.saved === null ? '–' : formatCount(arm.saved),
    formatFigure('continuation-recall'),
    formatFigure('knows-done'),
    formatUsd(arm.estimatedCostUsd),
    formatBillChange(arm.changeUsd),
    arm.breakEvenRequests === null ? '–' : formatCountWithNoun(arm.breakEvenRequests, 'request'),
    arm.valid ? formatOneLine(problem, 60) : `invalid ${formatOneLine(problem, 60)}`.trim(),
  ]
}
