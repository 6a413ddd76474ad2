import { Button } from '@mantine/core'
import type { ComparedArm } from '../../../shared/domain/answer.ts'
import { formatInteger, formatPercent, formatUsd } from '../../../shared/lib/format-figures.ts'
import type { JudgedArm } from '../../../shared/lib/judge-compared.ts'
import { certaintyText } from '../../../shared/words/arms.ts'
import { armVerdictText, billText } from '../../../shared/words/answers.ts'
import { ArmName } from '../../components/arm-name.tsx'
import { figureColumn } from '../../components/figure-column.ts'
import type { TableColumn } from '../../components/table-column.ts'
import { formatShare } from '../../lib/format.ts'

const figure = figureColumn<JudgedArm>

const valueOf =
  (id: string) =>
  ({ arm }: JudgedArm): number | null =>
    arm.figures[id] ?? null
const share = (value: number): string => formatShare(Math.round(100 * value))

/** What is wrong with a result, or why there is none; empty where it can be sent. */
export function faultText({ valid, outcome, problems }: ComparedArm): string {
  const [problem = ''] = problems
  if (outcome === 'failed') return `Failed: ${problem}`
  if (!valid) return problem === '' ? 'A provider would refuse it' : `Invalid: ${problem}`
  return outcome === 'unchanged' ? `Unchanged: ${problem}` : ''
}

/** What is known of an arm on the task. */
export const compareColumns: readonly TableColumn<JudgedArm>[] = [
  {
    id: 'arm',
    header: 'Arm',
    width: 216,
    value: ({ arm }) => arm.label,
    cell: ({ arm: { label, isExtracted } }) => <ArmName label={label} isExtracted={isExtracted} />,
  },
  { id: 'verdict', header: 'For the goal', width: 150, value: (one) => armVerdictText(one) },
  figure('after', 'Tokens after', ({ arm }) => arm.tokensAfter, formatInteger, 96),
  figure('saved', 'Saved', valueOf('reduction'), formatPercent, 72),
  figure('used-next', 'Used next', valueOf('continuation-recall'), share, 80),
  figure('knows-done', 'Knows done', valueOf('knows-done'), (value) => value.toFixed(2), 90),
  figure('rules', 'Rules', valueOf('rules-kept'), share, 64),
  figure('files', 'Files kept', valueOf('files-kept'), share, 78),
  figure('once', 'Cost once, est.', ({ arm }) => arm.estimatedCostUsd, formatUsd, 108),
  figure('bill', 'Bill, est.', ({ arm }) => arm.changeUsd, billText, 84),
  figure('break-even', 'Break-even, requests', ({ arm }) => arm.breakEvenRequests, formatInteger, 140),
  {
    id: 'state',
    header: 'Result',
    width: 180,
    value: ({ arm }) => faultText(arm) || 'Valid',
  },
  {
    id: 'follows',
    header: 'Follows',
    value: ({ arm }) => arm.source,
    cell: ({ arm: { source, certainty } }) =>
      source === null || certainty === null ? 'Dewpoint’s own' : `${certaintyText(certainty)}: ${source}`,
  },
]

/** The way from an arm to its settings. */
export function tuneColumn(
  canTune: (armId: string) => boolean,
  onTune: (armId: string) => void,
): TableColumn<JudgedArm> {
  return {
    id: 'tune',
    header: '',
    width: 132,
    value: () => null,
    cell: ({ arm }) =>
      canTune(arm.id) && (
        <Button
          variant="default"
          size="compact-xs"
          aria-label={`Tune ${arm.label} in Condense`}
          onClick={() => onTune(arm.id)}
        >
          Tune in Condense
        </Button>
      ),
  }
}
