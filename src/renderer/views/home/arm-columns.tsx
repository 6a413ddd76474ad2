import type { AnswerArm } from '../../../shared/domain/answer.ts'
import { formatPercent } from '../../../shared/lib/format-figures.ts'
import { certaintyText } from '../../../shared/words/arms.ts'
import { armVerdictText, billText } from '../../../shared/words/answers.ts'
import { ArmName } from '../../components/arm-name.tsx'
import { figureColumn } from '../../components/figure-column.ts'
import type { TableColumn } from '../../components/table-column.ts'
import { formatShare } from '../../lib/format.ts'
import type { MarkedArm } from './arm-marks.ts'

const figure = figureColumn<MarkedArm>

const valueOf = (id: string) => (arm: AnswerArm) => arm.figures[id]?.value ?? null
const share = (value: number): string => formatShare(Math.round(100 * value))

/** What is known of an arm over the tasks. */
export const armColumns: readonly TableColumn<MarkedArm>[] = [
  {
    id: 'arm',
    header: 'Arm',
    width: 240,
    value: ({ label }) => label,
    cell: (arm) => <ArmName {...arm} />,
  },
  { id: 'verdict', header: 'For the goal', value: (arm) => armVerdictText(arm) },
  figure('saved', 'Saved', ({ savedPercent }) => savedPercent, formatPercent, 72),
  figure('bill', 'Bill a task, est.', ({ costUsdPerTask }) => costUsdPerTask, billText, 116),
  figure('used-next', 'Used next', valueOf('continuation-recall'), share, 80),
  figure('knows-done', 'Knows done', valueOf('knows-done'), (value) => value.toFixed(2), 88),
  figure('rules', 'Rules', valueOf('rules-kept'), share, 60),
  figure('files', 'Files kept', valueOf('files-kept'), share, 78),
  {
    id: 'follows',
    header: 'Follows',
    value: ({ source }) => source,
    cell: ({ source, certainty }) =>
      source === null || certainty === null ? 'Dewpoint’s own' : `${certaintyText(certainty)}: ${source}`,
  },
]
