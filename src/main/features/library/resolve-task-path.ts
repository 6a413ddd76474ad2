import { buildTaskPath } from '../../../shared/library/build-task-path.ts'
import type { FileAccess } from './file-access.ts'
import { locateTask } from './follow/disk/task-places.ts'

/** The path of a task where a door allows its file, with the session that it names. Throws a `Problem` elsewhere. */
export function resolveTaskPath(access: FileAccess, source: Parameters<FileAccess['resolve']>[0]): string {
  if (source.kind === 'grant') return access.resolve(source)
  const { file, session } = locateTask(source.path)
  return buildTaskPath(access.resolve({ kind: 'path', path: file }), session)
}
