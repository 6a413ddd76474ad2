import type { AnswerArm } from '../../../shared/domain/answer.ts'
import { formatPercent } from '../../../shared/lib/format-figures.ts'
import { describeArmVerdict, formatBillChange } from '../../../shared/words/answers.ts'
import { ArmName } from '../../components/arm-name.tsx'
import { buildFigureColumn } from '../../components/figure-column.ts'
import { buildFollowedColumn, readFollowed } from '../../components/followed-column.ts'
import type { TableColumn } from '../../components/table-column.ts'
import { formatShare } from '../../lib/format.ts'
import type { MarkedArm } from './arm-marks.ts'

const figure = buildFigureColumn<MarkedArm>

const selectFigure = (id: string) => (arm: AnswerArm) => arm.figures[id]?.value ?? null
const share = (value: number): string => formatShare(Math.round(100 * value))

/** What is known of an arm over the tasks. Where there is no room for it, what an arm follows is one word. */
export const buildArmColumns = (isWide: boolean): readonly TableColumn<MarkedArm>[] => [
  {
    id: 'arm',
    header: 'Arm',
    width: 230,
    value: ({ label }) => label,
    cell: (arm) => <ArmName {...arm} />,
  },
  { id: 'verdict', header: 'For the goal', width: 256, value: (arm) => describeArmVerdict(arm) },
  figure('saved', 'Saved', ({ savedPercent }) => savedPercent, formatPercent, 68),
  figure('bill', 'Bill a task, est.', ({ costUsdPerTask }) => costUsdPerTask, formatBillChange, 116),
  figure('used-next', 'Used next', selectFigure('continuation-recall'), share, 80, 'continuation-recall'),
  figure('knows-done', 'Knows done', selectFigure('knows-done'), (value) => value.toFixed(2), 88),
  figure('rules', 'Rules', selectFigure('rules-kept'), share, 60),
  figure('files', 'Files kept', selectFigure('files-kept'), share, 78),
  buildFollowedColumn({ of: readFollowed, none: 'Dewpoint’s own', isWide }),
]
