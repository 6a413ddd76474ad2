import type { AnswerArm } from '../../../shared/domain/answer.ts'
import { formatPercent } from '../../../shared/lib/format-figures.ts'
import { armVerdictText, billText } from '../../../shared/words/answers.ts'
import { ArmName } from '../../components/arm-name.tsx'
import { figureColumn } from '../../components/figure-column.ts'
import { followedColumn, followedOf } from '../../components/followed-column.ts'
import type { TableColumn } from '../../components/table-column.ts'
import { formatShare } from '../../lib/format.ts'
import type { MarkedArm } from './arm-marks.ts'

const figure = figureColumn<MarkedArm>

const valueOf = (id: string) => (arm: AnswerArm) => arm.figures[id]?.value ?? null
const share = (value: number): string => formatShare(Math.round(100 * value))

/** What is known of an arm over the tasks. Where there is no room for it, what an arm follows is one word. */
export const armColumns = (isWide: boolean): readonly TableColumn<MarkedArm>[] => [
  {
    id: 'arm',
    header: 'Arm',
    width: 230,
    value: ({ label }) => label,
    cell: (arm) => <ArmName {...arm} />,
  },
  { id: 'verdict', header: 'For the goal', width: 256, value: (arm) => armVerdictText(arm) },
  figure('saved', 'Saved', ({ savedPercent }) => savedPercent, formatPercent, 68),
  figure('bill', 'Bill a task, est.', ({ costUsdPerTask }) => costUsdPerTask, billText, 116),
  figure('used-next', 'Used next', valueOf('continuation-recall'), share, 80, 'continuation-recall'),
  figure('knows-done', 'Knows done', valueOf('knows-done'), (value) => value.toFixed(2), 88),
  figure('rules', 'Rules', valueOf('rules-kept'), share, 60),
  figure('files', 'Files kept', valueOf('files-kept'), share, 78),
  followedColumn({ of: followedOf, none: 'Dewpoint’s own', isWide }),
]
