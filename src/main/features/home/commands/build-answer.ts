import { buildCondensationTable } from '../../../../shared/condensations/build-condensation-tables.ts'
import {
  alignRight,
  buildFacts,
  buildTable,
  buildText,
  type Block,
  type Fact,
} from '../../../../shared/document/document.ts'
import {
  describeAgentAdvice,
  formatAgentLine,
  describeAgentLine,
  describeAgentTasks,
} from '../../../../shared/home/agent-advice-words.ts'
import {
  type Answer,
  type AnswerArm,
  type ComparedArm,
  type Comparison,
  keptFigure,
} from '../../../../shared/home/answer-types.ts'
import {
  describeAnswer,
  describeArmVerdict,
  describeBaseline,
  formatBillChange,
  describeCoverage,
  describeCutReason,
  goalRules,
  describeLeftOut,
  createArmNamer,
} from '../../../../shared/home/answers-words.ts'
import type { Happened } from '../../../../shared/home/happened-types.ts'
import {
  buildBillsTable,
  buildFullestTable,
  describeHappened,
  describeTrigger,
  nameCondensedTask,
} from '../../../../shared/home/happened-words.ts'
import { formatCountWithNoun, formatCount } from '../../../../shared/kernel/format-count-with-noun.ts'
import { formatPercent, formatUsd } from '../../../../shared/kernel/format-figures.ts'
import { recordedMethodId } from '../../../../shared/methods/method-choice-types.ts'
import { formatOneLine, formatTime } from '../../../terminal/output/figures.ts'

/**
 * `answer`: the sentence, the arms, what was measured, and by which rule. Measuring has ended: the rest cannot be
 * measured.
 */
export function buildAnswer(answer: Answer): readonly Block[] {
  const { copies, unreadable } = describeLeftOut(answer)
  const { happened, baselines, arms } = answer
  const first = buildHappened(happened, answer)
  const sentence = buildText(describeAnswer(answer))
  if (answer.tasks === 0) return [...first, sentence, buildText(copies, unreadable)]
  return [
    ...first,
    sentence,
    buildTable(
      [
        'method',
        ...alignRight(
          'saves',
          'bill a task',
          'median',
          'used next',
          'equal size',
          'knows done',
          'rules',
          'files',
        ),
        'for the goal',
      ],
      answer.arms.map(buildArmRow),
    ),
    ...(baselines === null ? [] : [buildBillsTable(baselines, createArmNamer(arms))]),
    buildText(
      `${describeCoverage(answer, answer.ofTasks - answer.tasks - answer.tooShort)} ${describeBaseline({ neverUsd: null })}${describeExtracted(answer.arms)}`,
      copies,
      unreadable,
      goalRules[answer.goal],
    ),
    // Where to set what is recommended.
    ...answer.agents.map((advice): Block => ({
      kind: 'code',
      label: `Where to set it, ${describeAgentTasks(advice)}: ${describeAgentAdvice(advice, answer)} ${describeAgentLine(advice)}`,
      text: formatAgentLine(advice) ?? '',
      isFolded: false,
    })),
    ...(answer.worst.length === 0
      ? []
      : [{ kind: 'heading', text: 'Where the recommended method keeps least:' } as const]),
    buildFacts(
      answer.worst.map(({ title, kept }): Fact => [
        `  ${formatPercent(100 * kept)}`,
        formatOneLine(title, 80),
      ]),
    ),
  ]
}

/** What happened: the sentence, the worst condensations where something was missed, and what sizes agents condense at. */
function buildHappened(happened: Happened, answer: Answer): readonly Block[] {
  const rows = happened.worst.map((one) => ({ ...one, title: nameCondensedTask(one) }))
  return [
    buildText(describeHappened(answer)),
    ...(happened.missing > 0 ? [buildCondensationTable(rows, formatTime)] : []),
    ...(happened.condensations === 0 && happened.fullest.length > 0
      ? [buildFullestTable(happened.fullest)]
      : []),
    buildText(happened.triggers.map(describeTrigger)),
  ]
}

function describeExtracted(arms: readonly Pick<AnswerArm, 'isExtracted'>[]): string {
  return arms.some(({ isExtracted }) => isExtracted)
    ? ' (*) Rules of that agent with an extract in place of its model.'
    : ''
}

function buildArmRow(arm: AnswerArm): readonly string[] {
  const formatFigure = (id: string): string => {
    const found = arm.figures[id]
    return found === undefined ? '–' : found.value.toFixed(2)
  }
  const { savedPercent, costUsdPerTask, costUsdMedian } = arm
  return [
    `${arm.id}${arm.isExtracted ? ' *' : ''}`,
    savedPercent === null ? '–' : formatPercent(savedPercent),
    formatBillChange(costUsdPerTask),
    formatBillChange(costUsdMedian),
    formatFigure('continuation-recall'),
    formatFigure(keptFigure),
    formatFigure('knows-done'),
    formatFigure('rules-kept'),
    formatFigure('files-kept'),
    describeArmVerdict(arm),
  ]
}

/** `compare`: all arms on one task, the one that keeps most of the facts the agent went on to use at equal size first. */
export function buildComparison({ task, cut, arms, requestsAfter, neverUsd }: Comparison): readonly Block[] {
  const title = formatOneLine(task.title, 80)
  if (cut === null) return [buildText(`${title} is too short to be cut.`)]
  const pickKeptShare = ({ figures }: ComparedArm): number => figures[keptFigure] ?? -1
  const after = requestsAfter === null ? '' : `, ${formatCountWithNoun(requestsAfter, 'request')} after it`
  return [
    buildText(
      `${title}: cut after ${formatCountWithNoun(cut.index, 'message')}, ${formatCount(cut.tokens)} tokens, ${describeCutReason(cut)}${after}`,
    ),
    buildTable(
      [
        'method',
        ...alignRight(
          'tokens',
          'saved',
          'used next',
          'equal size',
          'knows done',
          'once',
          'bill',
          'breaks even after',
        ),
        '',
      ],
      // What the agent did comes first, whatever keeps more.
      arms
        .toSorted(
          (a, b) =>
            Number(b.id === recordedMethodId) - Number(a.id === recordedMethodId) ||
            pickKeptShare(b) - pickKeptShare(a),
        )
        .map(buildComparedRow),
    ),
    buildText(`${describeBaseline({ neverUsd })}${describeExtracted(arms)}`),
  ]
}

function buildComparedRow(arm: ComparedArm): readonly string[] {
  const formatFigure = (id: string): string => arm.figures[id]?.toFixed(2) ?? '–'
  const [problem = ''] = arm.problems
  return [
    `${arm.id}${arm.isExtracted ? ' *' : ''}`,
    arm.tokensAfter === null ? '–' : formatCount(arm.tokensAfter),
    arm.saved === null ? '–' : formatCount(arm.saved),
    formatFigure('continuation-recall'),
    formatFigure(keptFigure),
    formatFigure('knows-done'),
    arm.estimatedCostUsd === null ? 'unknown' : formatUsd(arm.estimatedCostUsd),
    formatBillChange(arm.changeUsd),
    arm.breakEvenRequests === null ? '–' : formatCountWithNoun(arm.breakEvenRequests, 'request'),
    formatOneLine(arm.valid ? problem : `invalid ${problem}`, 68),
  ]
}
