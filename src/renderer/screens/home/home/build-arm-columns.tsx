import { type AnswerArm, keptFigure } from '../../../../shared/home/answer-types.ts'
import { describeArmVerdict, formatBillChange } from '../../../../shared/home/answers-words.ts'
import { formatPercent } from '../../../../shared/kernel/format-figures.ts'
import { formatShare } from '../../../lib/format.ts'
import { ArmName } from '../../../ui/components/arm-name.tsx'
import { buildFigureColumn } from '../../../ui/components/build-figure-column.ts'
import { buildFollowedColumn, readFollowed } from '../../../ui/components/build-followed-column.ts'
import type { TableColumn } from '../../../ui/components/table-column.ts'
import type { MarkedArm } from './arm-marks.ts'

const figure = buildFigureColumn<MarkedArm>

const selectFigure = (id: string) => (arm: AnswerArm) => arm.figures[id]?.value ?? null
const share = (value: number): string => formatShare(Math.round(100 * value))

/** What is known of an arm over the tasks. Where there is no room for it, what an arm follows is one word. */
export const buildArmColumns = (isWide: boolean): readonly TableColumn<MarkedArm>[] => [
  {
    id: 'arm',
    header: 'Method',
    width: 230,
    value: ({ label }) => label,
    cell: (arm) => <ArmName {...arm} />,
  },
  { id: 'verdict', header: 'For the goal', width: 256, value: (arm) => describeArmVerdict(arm) },
  figure('saved', 'Saved', ({ savedPercent }) => savedPercent, formatPercent, 68),
  figure('bill', 'Bill a task, est.', ({ costUsdPerTask }) => costUsdPerTask, formatBillChange, 116),
  figure('bill-median', 'Median bill', ({ costUsdMedian }) => costUsdMedian, formatBillChange, 92),
  figure('used-next', 'Used next', selectFigure('continuation-recall'), share, 80, 'continuation-recall'),
  figure('equal-size', 'At equal size', selectFigure(keptFigure), share, 92),
  figure('knows-done', 'Knows done', selectFigure('knows-done'), (value) => value.toFixed(2), 88),
  figure('rules', 'Rules', selectFigure('rules-kept'), share, 60),
  figure('files', 'Files kept', selectFigure('files-kept'), share, 78),
  buildFollowedColumn({ of: readFollowed, none: 'Dewpoint’s own', isWide }),
]
