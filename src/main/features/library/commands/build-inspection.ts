import { buildViolations } from '../../../../shared/condense/build-outcome-tables.ts'
import {
  alignRight,
  buildFacts,
  buildTable,
  buildText,
  type Block,
  type Fact,
} from '../../../../shared/document/document.ts'
import { formatCountWithNoun, formatCount } from '../../../../shared/kernel/format-count-with-noun.ts'
import { formatPercent, formatUsd } from '../../../../shared/kernel/format-figures.ts'
import type { Inspection } from '../../../../shared/library/inspection-types.ts'
import { listCountedFacts } from '../../../../shared/library/list-counted-facts.ts'
import type { RelatedTask } from '../../../../shared/library/task-types.ts'

/** `inspect`: what a task is, where its tokens are, and what is wrong with it. */
export function buildInspection(inspection: Inspection): readonly Block[] {
  const { task, messages, tokens, validity, problems } = inspection
  const kinds = Object.entries(tokens.byKind)
    .filter(([, count]) => count > 0)
    .toSorted(([, one], [, other]) => other - one)
  return [
    buildText(task.title ?? task.id),
    buildFacts([
      ['id', task.id],
      ['format', task.format],
      ['path', task.path],
      task.isGrowing === true && ['state', 'still growing'],
      ...listRelations(task),
      [
        'messages',
        `${formatCount(messages.total)}${messages.hidden === 0 ? '' : `, ${formatCount(messages.effective)} seen by the model`}`,
      ],
      ['tokens', `${formatCount(tokens.total)} (${tokens.counter})`],
      ...listCountedFacts(inspection),
    ]),
    buildTable(
      ['kind', ...alignRight('tokens', 'share')],
      kinds.map(([kind, count]) => [
        kind,
        formatCount(count),
        formatPercent((100 * count) / Math.max(1, tokens.total)),
      ]),
    ),
    buildViolations(validity),
    buildTable(
      ['problem', 'file', 'place', 'reason'],
      problems.map(({ severity, file, place, reason }) => [severity, file, place, reason]),
    ),
  ]
}

function listRelations({ parent, children = [], copied }: Inspection['task']): readonly (Fact | false)[] {
  const describeRelatedTask = ({ id, taskId, title }: RelatedTask): string =>
    taskId === null ? `${id}, not in the Library` : `${id}, ${title ?? ''} (${taskId})`
  return [
    parent != null && ['subtask of', describeRelatedTask(parent)],
    ['had done', children.map(describeRelatedTask)],
    copied !== undefined && [
      'of which copied',
      `${formatCountWithNoun(copied.requests, 'model call')}, ${formatUsd(copied.costUsd)}, from ${describeRelatedTask(copied.from)}`,
    ],
  ]
}
