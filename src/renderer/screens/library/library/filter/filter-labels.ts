import { formatAgentName } from '../../../../../shared/kernel/format-agent-name.ts'
import { showControls } from '../../../../../shared/kernel/show-controls.ts'
import type { TaskState, ToolEra } from '../../../../../shared/library/task-types.ts'

/** Fields of which values are chosen. */
export const fieldLabels = {
  agent: 'Agent',
  model: 'Model',
  workspace: 'Workspace',
  era: 'Tools',
  state: 'State',
} as const
export type FilterField = keyof typeof fieldLabels

const noValue: Readonly<Record<FilterField, string>> = {
  agent: 'No agent',
  model: 'No model',
  workspace: 'No workspace',
  era: 'Not known',
  state: 'Not known',
}

const values: Readonly<Record<TaskState | ToolEra, string>> = {
  found: 'Not read yet',
  read: 'Read',
  failed: 'Unreadable',
  gone: 'Gone from disk',
  native: 'Native calls',
  xml: 'XML in text',
  mixed: 'Native and XML',
  none: 'No tools',
}

/** What a value of a field is called. */
export function describeFilterValue(field: FilterField, value: string | null): string {
  if (value === null || value === '') return noValue[field]
  if (field === 'agent') return formatAgentName(showControls(value))
  const known = field === 'era' || field === 'state' ? Object.entries(values) : []
  return known.find(([name]) => name === value)?.[1] ?? showControls(value)
}
