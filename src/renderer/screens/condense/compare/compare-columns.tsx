import { ActionIcon, Tooltip } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { type ComparedArm, keptFigure } from '../../../../shared/home/answer-types.ts'
import { describeArmVerdict, formatBillChange } from '../../../../shared/home/answers-words.ts'
import type { JudgedArm } from '../../../../shared/home/judge-compared.ts'
import { formatInteger, formatPercent, formatUsd } from '../../../../shared/kernel/format-figures.ts'
import { formatShare } from '../../../lib/format.ts'
import { ArmName } from '../../../ui/components/arm-name.tsx'
import { buildFigureColumn } from '../../../ui/components/build-figure-column.ts'
import { buildFollowedColumn, readFollowed } from '../../../ui/components/build-followed-column.ts'
import type { TableColumn } from '../../../ui/components/table-column.ts'
import { Inline, Row } from '../../../ui/layout/layout.tsx'
import { UseArmButton } from '../../take-home/use-arm.tsx'

const figure = buildFigureColumn<JudgedArm>

const selectFigure =
  (id: string) =>
  ({ arm }: JudgedArm): number | null =>
    arm.figures[id] ?? null
const share = (value: number): string => formatShare(Math.round(100 * value))

/** What is wrong with a result, or why there is none; empty where it can be sent. */
export function describeFault({ valid, outcome, problems }: ComparedArm): string {
  const [problem = ''] = problems
  if (outcome === 'failed') return `Failed: ${problem}`
  if (!valid) return problem === '' ? 'A provider would refuse it' : `Invalid: ${problem}`
  return outcome === 'unchanged' ? `Unchanged: ${problem}` : ''
}

/** Where an arm leads: to its result, and to its settings. For use elsewhere, the window of the task, null where it is unknown. */
export type ArmActions = {
  readonly onOpen: (armId: string) => void
  readonly onTune: (armId: string) => void
  readonly windowTokens: number | null
}

/** What is known of an arm on the task; its name leads to its result. Where there is room, no name is cut. */
export function compareColumns(actions: ArmActions, isWide: boolean): readonly TableColumn<JudgedArm>[] {
  return [
    {
      id: 'arm',
      header: 'Arm',
      width: isWide ? 320 : 258,
      value: ({ arm }) => arm.label,
      cell: ({ arm }) => <ArmCell arm={arm} {...actions} />,
    },
    {
      id: 'verdict',
      header: 'For the goal',
      width: isWide ? 256 : 108,
      value: describeArmVerdict,
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
    {
      id: 'state',
      header: 'Result',
      value: ({ arm }) => describeFault(arm) || 'Valid',
      cell: ({ arm }) => (isWide ? describeFault(arm) || 'Valid' : pickStateWord(arm)),
    },
    buildFollowedColumn({
      of: ({ arm }) => readFollowed(arm),
      none: 'Dewpoint’s own',
      isWide: true,
      ...(isWide ? {} : { width: 240 }),
    }),
  ]
}

/** Whether a result can be sent, in a word; the title of the cell says why not. */
function pickStateWord({ valid, outcome }: ComparedArm): string {
  if (outcome === 'failed') return 'Failed'
  if (!valid) return 'Invalid'
  return outcome === 'unchanged' ? 'As is' : 'Valid'
}

const formatRequests = (requests: number): string => `after ${formatInteger(requests)}`

function ArmCell({ arm, onOpen, onTune, windowTokens }: ArmActions & { readonly arm: ComparedArm }) {
  return (
    <Row component="span" gap={2} miw={0}>
      <Inline flex={1} miw={0}>
        <ArmName
          label={arm.label}
          isExtracted={arm.isExtracted}
          onOpen={{ title: 'Open the result and its diff', act: () => onOpen(arm.id) }}
        />
      </Inline>
      <Tooltip label="Tune in Condense">
        <ActionIcon
          size={22}
          flex="none"
          aria-label={`Tune ${arm.label} in Condense`}
          onClick={() => onTune(arm.id)}
        >
          <IconAdjustmentsHorizontal size={15} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <UseArmButton used={{ arm: arm.id, label: arm.label, windowTokens }} isIcon />
    </Row>
  )
}
