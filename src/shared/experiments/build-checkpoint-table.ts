import { alignRight, buildTable, type TableBlock } from '../document/document.ts'
import { formatInteger } from '../kernel/format-figures.ts'
import type { ExperimentPlan } from './experiment-types.ts'

const cutReasons = {
  recorded: 'where the task condensed',
  trigger: 'where the trigger fires',
  share: 'at a share of the messages',
  index: 'at a message that was named',
} as const

/** Where each task was cut, and what was recorded after it, for reports and the Setup tab. */
export function buildCheckpointTable({ checkpoints }: Pick<ExperimentPlan, 'checkpoints'>): TableBlock {
  return buildTable(
    [
      'Task',
      ...alignRight('Cut at'),
      'Why there',
      ...alignRight('Messages', 'Tokens', 'Continuation'),
      'SHA-256 of the history',
    ],
    checkpoints.map((checkpoint) => [
      { text: checkpoint.taskTitle, detail: checkpoint.taskId },
      formatInteger(checkpoint.index),
      cutReasons[checkpoint.reason],
      formatInteger(checkpoint.messages),
      formatInteger(checkpoint.tokens),
      `${formatInteger(checkpoint.continuationMessages)} messages`,
      checkpoint.snapshotSha256.slice(0, 16),
    ]),
    { caption: 'Cuts: where each task was cut, and what was recorded after it' },
  )
}
