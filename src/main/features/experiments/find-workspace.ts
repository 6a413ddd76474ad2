import type { StoredTask } from '../../../shared/library/task-types.ts'
import { normaliseWorkspacePath } from '../../agents/details/normalise-workspace-path.ts'

/** Folders in which agents work on whatever they are given, in containers above all. */
const sharedFolder =
  /^(?:[A-Z]:)?[\\/](?:testbed|workspaces?|app|root|repo|code|src|project|work|tmp|home|mnt|data|Users)?$/i
const homeFolder = /^(?:[A-Z]:)?[\\/](?:home|Users)[\\/][^\\/]+$/i
/** Instances of SWE-bench and its kin: `owner__repository-number`. */
const instance = /(?:^|[\\/#])([\w.]+(?:-[\w.]+)*)__([\w.-]+?)-\d+(?=[.\\/_]|$)/

/**
 * What tasks of one project have in common: the repository that the name of a benchmark's instance tells, else the folder
 * that was recorded. Null where nothing is recorded, or a folder that tells no projects apart.
 */
export function findWorkspace({ workspace, path }: Pick<StoredTask, 'workspace' | 'path'>): string | null {
  const [, owner, repository] = instance.exec(path.slice(-200)) ?? []
  if (owner !== undefined && repository !== undefined) return `${owner}/${repository}`
  if (workspace === null || workspace === '') return null
  const folder = normaliseWorkspacePath(workspace)
  return sharedFolder.test(folder) || homeFolder.test(folder) ? null : folder
}
