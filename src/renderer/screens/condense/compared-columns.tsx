import { IconAlertTriangle } from '@tabler/icons-react'
import { type ComparedArm, keptFigure } from '../../../shared/home/answer-types.ts'
import { describeArmVerdict, formatBillChange } from '../../../shared/home/answers-words.ts'
import type { JudgedArm } from '../../../shared/home/judge-compared.ts'
import { formatInteger, formatPercent, formatUsd } from '../../../shared/kernel/format-figures.ts'
import { formatShare } from '../../lib/format.ts'
import { buildFigureColumn } from '../../ui/components/build-figure-column.ts'
import { buildFollowedColumn, readFollowed } from '../../ui/components/build-followed-column.ts'
import type { TableColumn } from '../../ui/components/table-column.ts'
import { Inline } from '../../ui/layout/layout.tsx'

const figure = buildFigureColumn<JudgedArm>

const selectFigure =
  (id: string) =>
  ({ arm }: JudgedArm): number | null =>
    arm.figures[id] ?? null
const formatRequests = (requests: number): string => `after ${formatInteger(requests)}`
const share = (value: number): string => formatShare(Math.round(100 * value))

/** What is wrong with a result, or why there is none; empty where it can be sent. */
function describeFault({ valid, outcome, problems }: ComparedArm): string {
  const [problem = ''] = problems
  if (outcome === 'failed') return `Failed: ${problem}`
  if (!valid) return problem === '' ? 'A provider would refuse it' : `Invalid: ${problem}`
  return outcome === 'unchanged' ? `Unchanged: ${problem}` : ''
}

const formatMethod = ({ label, isExtracted }: ComparedArm): string => `${label}${isExtracted ? ' *' : ''}`

/** A method by its name, marked where its result cannot be sent or there is none. */
function MethodName({ arm }: { readonly arm: ComparedArm }) {
  const fault = describeFault(arm)
  if (fault === '') return formatMethod(arm)
  const tone = arm.outcome === 'unchanged' ? 'caution' : 'bad'
  return (
    <Inline tone={tone} title={fault}>
      <IconAlertTriangle size={12} style={{ marginRight: 4 }} aria-hidden />
      {formatMethod(arm)}
    </Inline>
  )
}

/** What is known of a method on the task. */
export const comparedColumns: readonly TableColumn<JudgedArm>[] = [
  {
    id: 'arm',
    header: 'Method',
    value: ({ arm }) => formatMethod(arm),
    cell: ({ arm }) => <MethodName arm={arm} />,
  },
  {
    id: 'verdict',
    header: 'For the goal',
    width: 124,
    // The title of the cell says what is wrong with a result, or why there is none.
    value: (row) => describeFault(row.arm) || describeArmVerdict(row),
    cell: describeArmVerdict,
  },
  figure('after', 'Tokens after', ({ arm }) => arm.tokensAfter, formatInteger, 84),
  figure('saved', 'Saved', selectFigure('reduction'), formatPercent, 58),
  figure('used-next', 'Used next', selectFigure('continuation-recall'), share, 77, 'continuation-recall'),
  figure('equal-size', 'At equal size', selectFigure(keptFigure), share, 92),
  figure('knows-done', 'Knows done', selectFigure('knows-done'), (value) => value.toFixed(2), 84),
  figure('rules', 'Rules', selectFigure('rules-kept'), share, 54),
  figure('files', 'Files kept', selectFigure('files-kept'), share, 72),
  figure('once', 'One-off, est.', ({ arm }) => arm.estimatedCostUsd, formatUsd, 90),
  figure('bill', 'Bill, est.', ({ arm }) => arm.changeUsd, formatBillChange, 77),
  figure('break-even', 'Breaks even', ({ arm }) => arm.breakEvenRequests, formatRequests, 86),
  buildFollowedColumn({
    of: ({ arm }) => readFollowed(arm),
    none: 'Dewpoint’s own',
    isWide: true,
    width: 240,
  }),
]

/** Columns that there is room for only where the table has the screen to itself, and those for a wide screen. */
export const narrowHidden = [
  'verdict',
  'saved',
  'used-next',
  'knows-done',
  'rules',
  'files',
  'once',
  'break-even',
  'follows',
]
export const wideHidden = ['once', 'break-even', 'follows']
