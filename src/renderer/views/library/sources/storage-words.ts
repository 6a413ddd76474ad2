import type { DiscoveredStorage } from '../../../../shared/api/library.ts'
import { countOf } from '../../../lib/format.ts'

/** `Roo Code, 14 tasks in VS Code`: what was discovered, as a person would say it. */
export function storageWords({ agent, editor, tasks }: DiscoveredStorage): string {
  return `${agent}, ${countOf(tasks, 'task')}${editor === null ? '' : ` in ${editor}`}`
}
