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
    width: 216,
    value: ({ label }) => label,
    cell: (arm) => <ArmName {...arm} />,
  },
  { id: 'verdict', header: 'For the goal', width: 196, value: (arm) => armVerdictText(arm) },
  figure('saved', 'Saved', ({ savedPercent }) => savedPercent, formatPercent, 76),
  figure('bill', 'Bill a task, estimated', ({ costUsdPerTask }) => costUsdPerTask, billText, 148),
  figure('used-next', 'Used next', valueOf('continuation-recall'), share, 84),
  figure('knows-done', 'Knows done', valueOf('knows-done'), (value) => value.toFixed(2), 92),
  figure('rules', 'Rules', valueOf('rules-kept'), share, 64),
  figure('files', 'Files kept', valueOf('files-kept'), share, 80),
  {
    id: 'follows',
    header: 'Follows',
    value: ({ source }) => source,
    cell: ({ source, certainty }) =>
      source === null || certainty === null ? 'Dewpoint’s own' : `${certaintyText(certainty)}: ${source}`,
  },
]
